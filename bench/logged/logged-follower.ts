/**
 * A hot spare of the graph that logged.js writes, until it is killed.
 *
 *     node logged-follower.js SERVER,... FOLDER
 */
import { LogCopies, systemEnvironment } from '@weir/runtime';

const [, , servers = '', path = ''] = process.argv;
const environment = systemEnvironment({
  log: (level, message) => void process.stderr.write(`${level}: ${message}\n`),
});
const store = { type: 'logged', path, log: { servers: servers.split(','), graph: 'bench' } } as const;
new LogCopies({ store, workers: 1 }, environment);
process.stdout.write('following\n');
