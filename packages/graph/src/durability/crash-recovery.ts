/**
 * After a crash: every node that was written since the last checkpoint tells its neighbours again where its standing
 * queries stand, asks for the other half of each edge that was made or removed since then and is there, and tells that
 * its own half is gone of each that is not; what may have become of an edge's properties, the end that it goes out from
 * tells the other. Where nothing was lost that changes nothing. What was written before the
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
  type Direction,
  EventKind,
  type EventTime,
  type HalfEdge,
  type NodeEvent,
  type NodeId,
  reversed,
} from '@weir/model';
import type { StoredEntry } from '@weir/persistor';
import { checkpointTime } from './checkpoint.js';
import { EffectBatch } from '../mail/effect-batch.js';
import { edgeType } from '../node/edge-type.js';
import { allEdges } from '../node/half-edges.js';
import type { WorkerEffects } from '../effects/worker-effects.js';
import type { NodeActor } from '../node/node-actor.js';
import { EffectCode } from '../node/node-behavior.js';
import type { Shard } from '../shard/shard.js';
import type { StandingDispatch } from '../standing/standing-dispatch.js';

export class CrashRecovery {
  constructor(
    private readonly effects: WorkerEffects,
    private readonly dispatch: StandingDispatch,
  ) {}

  /**
   * @param parallelism nodes looked at at a time.
   * @returns how many nodes were looked at.
   */
  async recover(shard: Shard, parallelism: number): Promise<number> {
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
        await Promise.all(some.map(id => this.recoverNode(shard, id, since, others, questions)));
        await this.dispatch.giveWay();
        if (!others.isEmpty) questions.push(this.effects.forward(others));
        await answered;
        answered = Promise.all(questions);
      }
    }
    await answered;
    return seen.size;
  }

  private async recoverNode(
    shard: Shard,
    id: NodeId,
    since: EventTime,
    others: EffectBatch,
    questions: Promise<void>[],
  ): Promise<void> {
    const { halfEdges } = this.effects;
    const journal = await shard.persistor.readJournal(id, since);
    const { edges, isWhole } = touchedEdges(journal);
    const before = isWhole ? undefined : await shard.readPast(id, since);
    await shard.actor(id).whenAwake(actor => {
      this.dispatch.resynchronise(actor, shard.journal);
      if (before !== undefined) addDifferences(edges, before, actor);
      for (const { label, direction, other, mayHaveOtherProperties } of edges.values()) {
        if (actor.hasEdge(label, direction, other)) {
          questions.push(halfEdges.ask(id, label, direction, other));
          if (mayHaveOtherProperties) questions.push(halfEdges.properties.ask(id, label, direction, other));
        } else {
          others.halfEdge(EffectCode.AbsentHalfEdge, other, label, reversed(direction), id);
        }
      }
    });
  }
}

interface TouchedEdge extends HalfEdge {
  /** Than the other half. */
  mayHaveOtherProperties: boolean;
}

interface TouchedEdges {
  /** By what names them. */
  readonly edges: Map<string, TouchedEdge>;
  /** Those that differ now from what they were before the entries are among them. */
  readonly isWhole: boolean;
}

/** The half edges that journal entries changed. Without any, the node was stored without a journal. */
function touchedEdges(journal: readonly StoredEntry[]): TouchedEdges {
  const edges = new Map<string, TouchedEdge>();
  let isWhole = journal.length > 0;
  for (const { bytes } of journal) {
    for (const event of decode(bytes) as NodeEvent[]) {
      if (event[0] === EventKind.Deleted) isWhole = false;
      if (event[0] === EventKind.EdgeAdded) touch(edges, event[1], event[2], event[3], false);
      if (event[0] === EventKind.EdgeRemoved || event[0] === EventKind.EdgePropertySet) {
        touch(edges, event[1], event[2], event[3], true);
      }
    }
  }
  return { edges, isWhole };
}

/** Edges that are only in one of them, and those that are in both and have properties. */
function addDifferences(edges: Map<string, TouchedEdge>, before: NodeActor, after: NodeActor): void {
  for (const { label, direction, other } of allEdges(before.halfEdges)) {
    if (!after.hasEdge(label, direction, other)) touch(edges, label, direction, other, true);
  }
  for (const { label, direction, other } of allEdges(after.halfEdges)) {
    const isNew = !before.hasEdge(label, direction, other);
    if (
      isNew ||
      hasProperties(before, label, direction, other) ||
      hasProperties(after, label, direction, other)
    ) {
      touch(edges, label, direction, other, true);
    }
  }
}

function hasProperties(node: NodeActor, label: string, direction: Direction, other: NodeId): boolean {
  return Object.keys(node.propertiesOfEdge(label, direction, other)).length > 0;
}

function touch(
  edges: Map<string, TouchedEdge>,
  label: string,
  direction: Direction,
  other: NodeId,
  mayHaveOtherProperties: boolean,
): void {
  const name = `${other.length}:${other}${edgeType(label, direction)}`;
  const known = edges.get(name);
  if (known === undefined) edges.set(name, { label, direction, other, mayHaveOtherProperties });
  else known.mayHaveOtherProperties ||= mayHaveOtherProperties;
}
