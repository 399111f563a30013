/**
 * After a crash: every node that was written since the last checkpoint tells its neighbours again where its standing
 * queries stand, and asks for the other half of each edge that was added since then, or tells that its own half is
 * gone. Where nothing was lost that changes nothing. What was written before the checkpoint is complete, so the
 * effort is that of some seconds of writing, not of the whole graph.
 *
 * An edge of which only one half is there was not acknowledged, or it was being deleted: the half is removed. Delivered
 * again, the edge becomes what it should be.
 */
import { type EventTime, type NodeId, reversed } from '@weir/model';
import { checkpointTime } from './checkpoint.js';
import { EffectBatch } from './effect-batch.js';
import { allEdges } from './half-edges.js';
import type { HalfEdgeEffects } from './half-edge-effects.js';
import type { NodeActor } from './node-actor.js';
import { EffectCode } from './node-behavior.js';
import type { Shard } from './shard.js';

export interface RecoveryPorts {
  readonly halfEdges: HalfEdgeEffects;
  resynchronise(actor: NodeActor): void;
  forward(batch: EffectBatch): Promise<void>;
  /** Lets others have their turn, after what was done is on its way. */
  giveWay(): Promise<void>;
}

/**
 * @param parallelism nodes looked at at a time.
 * @returns how many nodes were looked at.
 */
export async function recoverShard(shard: Shard, parallelism: number, ports: RecoveryPorts): Promise<number> {
  const since = await checkpointTime(shard.persistor);
  // Also with a clock that was put back.
  shard.journal.sawTime(since);
  const seen = new Set<NodeId>();
  for await (const ids of shard.persistor.recentNodeIds()) {
    const fresh = ids.filter(id => !seen.has(id) && seen.add(id));
    for (let start = 0; start < fresh.length; start += parallelism) {
      const others = new EffectBatch();
      const some = fresh.slice(start, start + parallelism);
      await Promise.all(some.map(id => recoverNode(shard, id, since, others, ports)));
      await ports.giveWay();
      if (!others.isEmpty) await ports.forward(others);
    }
  }
  return seen.size;
}

async function recoverNode(
  shard: Shard,
  id: NodeId,
  since: EventTime,
  others: EffectBatch,
  ports: RecoveryPorts,
): Promise<void> {
  const before = await shard.readPast(id, since);
  await shard.whenAwake(id, actor => {
    ports.resynchronise(actor);
    for (const { label, direction, other } of allEdges(actor.halfEdges)) {
      if (before.hasEdge(label, direction, other)) continue;
      ports.halfEdges.ask(id, label, direction, other).distribute(() => others);
    }
    for (const { label, direction, other } of allEdges(before.halfEdges)) {
      if (actor.hasEdge(label, direction, other)) continue;
      others.halfEdge(EffectCode.AbsentHalfEdge, other, label, reversed(direction), id);
    }
  });
}
