/**
 * A hot spare of the graph that logged.js writes, until it is killed.
 *
 *     node logged-follower.js SERVER,... FOLDER
 */
import { followGraph, systemEnvironment } from '@weir/runtime';

const [, , servers = '', path = ''] = process.argv;
const environment = systemEnvironment({
  log: (level, message) => void process.stderr.write(`${level}: ${message}\n`),
});
await followGraph(
  { type: 'logged', path, log: { servers: servers.split(','), graph: 'bench' } },
  environment,
);
process.stdout.write('following\n');
