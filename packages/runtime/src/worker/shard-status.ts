/** What is told of a shard, and what can be set on it, while it runs. */
import type { GraphWorker } from '@weir/graph';
import type { ShardLimits, ShardStatus } from '@weir/contract';

type Shard = GraphWorker['shards'][number];

export function shardStatus(shard: Shard, worker: number): ShardStatus {
  return {
    shard: shard.number,
    worker,
    awakeNodes: shard.nodes.size,
    wakingNodes: shard.waking,
    asleepNodes: shard.asleep,
    limits: shard.limits,
    counters: shard.allCounters(),
  };
}

/** Limits of shards that are elsewhere are left out. */
export function limitShards(
  shards: readonly Shard[],
  limits: readonly (readonly [shard: number, limits: ShardLimits])[],
): void {
  for (const [number, each] of limits) {
    const shard = shards.find(candidate => candidate.number === number);
    if (shard !== undefined) shard.limits = each;
  }
}
