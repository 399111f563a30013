import type { Environment } from '@weir/platform';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';

/** Time limit for snapshots before a stop, in milliseconds. Nodes without a snapshot are read from their journal. */
const SNAPSHOT_GRACE_MILLIS = 10_000;

/**
 * Before an orderly stop, writes snapshots of awake nodes, within a time limit, so that the next start has less to
 * read.
 */
export async function snapshotAwake(
  shards: readonly Shard[],
  { clock, logger }: Environment,
  commits: GroupCommit,
): Promise<void> {
  const end = clock.now() + SNAPSHOT_GRACE_MILLIS;
  let snapshots = 0;
  for (const shard of shards) {
    const before = shard.journal.snapshotCount;
    const awake = [...shard.nodes.values()][Symbol.iterator]();
    for (let more = true; more;) {
      more = shard.snapshotSome(awake, clock.now() >= end);
      await commits.commit();
    }
    snapshots += shard.journal.snapshotCount - before;
  }
  logger.log('info', 'everything was written', {
    shards: shards.map(shard => shard.number).join(),
    snapshots,
    ...(clock.now() < end ? {} : { cutShort: true }),
  });
}
