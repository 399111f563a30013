/** Entry point of a directory's thread whose directory is in its memory. The value `crash` ends the thread. */
import { type DirectoryKeys, LeaseHolder } from '@weir/cluster';
import { serveDirectory } from '@weir/cluster-nats';
import { WeirError } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';

const revisions = new Map<string, number>();
let last = 0;
const keys: DirectoryKeys = {
  async put(key, value, expected) {
    if (value === 'crash') setImmediate(() => JSON.parse('crash') as unknown);
    if (value === 'crash') return new Promise(() => undefined);
    if ((revisions.get(key) ?? 0) !== expected) return undefined;
    revisions.set(key, ++last);
    return last;
  },
  watch: () => () => undefined,
};

await serveDirectory(systemEnvironment, async (environment, data) => {
  if (data === 'fail') throw new WeirError('config.invalid', 'Invalid data');
  return { directory: new LeaseHolder(keys, environment), close: async () => undefined };
});
