/** Which half edges of a node a crash may have caught in the middle. */
import {
  decode,
  type Direction,
  EventKind,
  type EventTime,
  type HalfEdge,
  type MaybePromise,
  type NodeEvent,
  type NodeId,
} from '@weir/model';
import type { StoredEntry, StoredNode } from '@weir/persistor';
import { edgeType } from '../node/edge-type.js';
import { allEdges } from '../node/half-edges.js';
import type { NodeActor } from '../node/node-actor.js';
import type { Shard } from '../shard/shard.js';
import type { UnsettledNode } from './unsettled-nodes.js';

export interface TouchedEdge extends HalfEdge {
  /** Than the other half. */
  mayHaveOtherProperties: boolean;
}

/** By what names them. */
type Edges = Map<string, TouchedEdge>;

export class TouchedEdges {
  private constructor(
    private readonly edges: Edges,
    /** The node before all of it, if the edges that it had then may have gone. */
    private readonly before: NodeActor | undefined,
  ) {}

  /** Those that the unsettled entries made, removed or changed. */
  static async of(
    shard: Shard,
    id: NodeId,
    { first, last }: UnsettledNode,
    stored: StoredNode | undefined,
  ): Promise<TouchedEdges> {
    const past: EventTime = Math.max(0, first - 1);
    const hasAll = stored !== undefined && (stored.snapshot?.time ?? 0) <= past;
    const entries = hasAll ? stored.journal : await shard.persistor.readJournal(id, past);
    const journal = entries.filter(({ time }) => time > past && time <= last);
    const edges: Edges = new Map();
    const isWhole = addEdges(edges, journal);
    const before: MaybePromise<NodeActor> | undefined = isWhole ? undefined : shard.readPast(id, past);
    return new TouchedEdges(edges, await before);
  }

  /** With those that went, or came, without an entry. @param now the node as it is. */
  as(now: NodeActor): Iterable<TouchedEdge> {
    if (this.before !== undefined) addDifferences(this.edges, this.before, now);
    return this.edges.values();
  }
}

/**
 * The half edges that journal entries changed.
 * @returns whether those that differ now from what they were before the entries are among them. Without any entry, the
 * node was stored without a journal.
 */
function addEdges(edges: Edges, journal: readonly StoredEntry[]): boolean {
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
  return isWhole;
}

/** Edges that are only in one of them, and those that are in both and have properties. */
function addDifferences(edges: Edges, before: NodeActor, after: NodeActor): void {
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
  edges: Edges,
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
