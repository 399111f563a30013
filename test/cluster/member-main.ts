/** A member in a separate process, on a real directory. It hosts nothing, and reports its shards in lines of JSON. */
import { connect } from '@nats-io/transport-node';
import { ClusterMember } from '@weir/cluster';
import { natsDirectory } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';
import type { MemberLine, MemberOptions } from './member-process.js';

const [id = '', given = '{}'] = process.argv.slice(2);
const { address, bucket, shards, leaseMillis } = JSON.parse(given) as MemberOptions;

function say(line: MemberLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const environment = systemEnvironment();
const connection = await connect({ servers: address, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
const directory = await natsDirectory({ connection, bucket, environment });

const member = new ClusterMember({
  id,
  member: { address: '', capacity: 1, isSpare: false },
  shardCount: shards,
  holders: 0,
  leaseMillis,
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
  expelled: () => say({ kind: 'expelled' }),
});
member.start();
