/**
 * A member in a separate process, on a real directory. It hosts nothing, and reports its shards in lines of JSON. A
 * message from its parent blocks the main thread: for that many milliseconds, or until that file exists.
 */
import { existsSync } from 'node:fs';
import { ClusterMember } from '@weir/cluster';
import { systemEnvironment } from '@weir/runtime';
import { directoryOnThread } from './directory-on-thread.js';
import type { MemberLine, MemberOptions } from './member-process.js';

const [id = '', given = '{}'] = process.argv.slice(2);
const {
  address,
  bucket,
  shards,
  leaseMillis,
  stallMillis = 10 * leaseMillis,
} = JSON.parse(given) as MemberOptions;

function say(line: MemberLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const environment = systemEnvironment();
const { directory } = await directoryOnThread({ address, bucket }, stallMillis);

const member = new ClusterMember({
  id,
  member: { address: '', capacity: 1, isSpare: false },
  shardCount: shards,
  holders: 0,
  leaseMillis,
  patienceMillis: 2 * leaseMillis,
  credit: 1_000,
  resendMillis: 1_000,
  directory,
  environment,
  hosting: {
    open(shard, epoch) {
      say({ kind: 'taken', shard, epoch });
      return {
        receive: () => undefined,
        peerReplaced: () => undefined,
        leave: async () => say({ kind: 'left', shard }),
        stop: () => say({ kind: 'left', shard }),
      };
    },
  },
  transmit: () => undefined,
  expelled: cause => say({ kind: 'expelled', cause }),
});
member.start();
process.on('message', (what: number | string) => {
  const start = Date.now();
  while (typeof what === 'number' ? Date.now() - start < what : !existsSync(what));
  say({ kind: 'unblocked' });
});
