import type { Environment } from '@weir/model';
import type { GroupCommit } from '../shard/group-commit.js';
import type { Shard } from '../shard/shard.js';

/** Milliseconds that snapshots may take before a stop; what has none is read from its journal. */
const SNAPSHOT_GRACE_MILLIS = 10_000;

/** Before an orderly stop: snapshots of awake nodes, so that the next start has less to read; not for ever. */
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
  logger.log('info', 'everything is written', {
    shards: shards.map(shard => shard.number).join(),
    snapshots,
    ...(clock.now() < end ? {} : { cutShort: true }),
  });
}
