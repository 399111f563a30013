/**
 * A hot spare of the graph that logged.js writes, until it is killed.
 *
 *     node logged-follower.js SERVER,... FOLDER
 */
import { prepareWorkers, systemEnvironment } from '@weir/runtime';

const [, , servers = '', path = ''] = process.argv;
const environment = systemEnvironment({
  log: (level, message) => void process.stderr.write(`${level}: ${message}\n`),
});
const store = { type: 'logged', path, log: { servers: servers.split(','), graph: 'bench' } } as const;
prepareWorkers({ store, workers: 1 }).follow(store, environment);
process.stdout.write('following\n');
