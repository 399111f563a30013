/**
 * After a crash: every node that was written since the last checkpoint tells its neighbours again where its standing
 * queries stand, asks for the other half of each edge that was made or removed since then and is there, and tells that
 * its own half is gone of each that is not. Where nothing was lost that changes nothing. What was written before the
 * checkpoint is complete, so the effort is that of some seconds of writing, not of the whole graph.
 *
 * An edge of which only one half is there was not acknowledged, or it was being deleted: the half is removed. Delivered
 * again, the edge becomes what it should be.
 *
 * What counts is what happened since the checkpoint, not the difference that it made: an edge that was made and removed
 * since then, at one end, may at the other end have been made before it and not yet removed.
 */
import {
  decode,
  EventKind,
  type EventTime,
  type HalfEdge,
  type NodeEvent,
  type NodeId,
  reversed,
} from '@weir/model';
import type { StoredEntry } from '@weir/persistor';
import { checkpointTime } from './checkpoint.js';
import { EffectBatch } from './effect-batch.js';
import { edgeType } from './edge-type.js';
import { allEdges, type HalfEdges, hasEdge } from './half-edges.js';
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
  let answered: Promise<unknown> = Promise.resolve();
  for await (const ids of shard.persistor.recentNodeIds()) {
    const fresh = ids.filter(id => !seen.has(id) && seen.add(id));
    for (let start = 0; start < fresh.length; start += parallelism) {
      const others = new EffectBatch();
      const questions: Promise<void>[] = [];
      const some = fresh.slice(start, start + parallelism);
      await Promise.all(some.map(id => recoverNode(shard, id, since, others, questions, ports)));
      await ports.giveWay();
      if (!others.isEmpty) questions.push(ports.forward(others));
      await answered;
      answered = Promise.all(questions);
    }
  }
  await answered;
  return seen.size;
}

async function recoverNode(
  shard: Shard,
  id: NodeId,
  since: EventTime,
  others: EffectBatch,
  questions: Promise<void>[],
  ports: RecoveryPorts,
): Promise<void> {
  const journal = await shard.persistor.readJournal(id, since);
  const { edges, isWhole } = touchedEdges(journal);
  const before = isWhole ? undefined : await shard.readPast(id, since);
  await shard.whenAwake(id, actor => {
    ports.resynchronise(actor);
    if (before !== undefined) addDifferences(edges, before.halfEdges, actor.halfEdges);
    for (const { label, direction, other } of edges.values()) {
      if (actor.hasEdge(label, direction, other)) {
        questions.push(ports.halfEdges.ask(id, label, direction, other));
      } else {
        others.halfEdge(EffectCode.AbsentHalfEdge, other, label, reversed(direction), id);
      }
    }
  });
}

interface TouchedEdges {
  /** By what names them. */
  readonly edges: Map<string, HalfEdge>;
  /** Those that differ now from what they were before the entries are among them. */
  readonly isWhole: boolean;
}

/** The half edges that were made or removed by journal entries. Without any, the node was stored without a journal. */
function touchedEdges(journal: readonly StoredEntry[]): TouchedEdges {
  const edges = new Map<string, HalfEdge>();
  let isWhole = journal.length > 0;
  for (const { bytes } of journal) {
    for (const event of decode(bytes) as NodeEvent[]) {
      if (event[0] === EventKind.Deleted) isWhole = false;
      if (event[0] === EventKind.EdgeAdded || event[0] === EventKind.EdgeRemoved) {
        add(edges, { label: event[1], direction: event[2], other: event[3] });
      }
    }
  }
  return { edges, isWhole };
}

function addDifferences(edges: Map<string, HalfEdge>, before: HalfEdges, after: HalfEdges): void {
  for (const edge of allEdges(before)) {
    if (!hasEdge(after, edge.label, edge.direction, edge.other)) add(edges, edge);
  }
  for (const edge of allEdges(after)) {
    if (!hasEdge(before, edge.label, edge.direction, edge.other)) add(edges, edge);
  }
}

function add(edges: Map<string, HalfEdge>, edge: HalfEdge): void {
  edges.set(`${edge.other.length}:${edge.other}${edgeType(edge.label, edge.direction)}`, edge);
}
