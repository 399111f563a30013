/** The half edges of a node that a crash may have interrupted. */
import { decode, type Direction, EventKind, type EventTime, type NodeEvent, type NodeId } from '@weir/model';
import { type MaybePromise } from '@weir/platform';
import type { StoredNode } from '@weir/persistor';
import { edgeType } from '../node/edge-type.js';
import { allEdges } from '../node/half-edges.js';
import type { NodeActor } from '../node/node-actor.js';
import type { Shard } from '../shard/shard.js';
import { TouchedEdge } from './touched-edge.js';

export function halfName(type: string, other: NodeId): string {
  return `${other.length}:${other}${type}`;
}

export class TouchedEdges {
  /** Keyed by `halfName`. */
  private readonly edges = new Map<string, TouchedEdge>();
  private hasAll = true;

  /** Whether the list includes every half edge that differs from its state before the entries. */
  get isWhole(): boolean {
    return this.hasAll;
  }

  get(name: string): TouchedEdge | undefined {
    return this.edges.get(name);
  }

  values(): Iterable<TouchedEdge> {
    return this.edges.values();
  }

  /** Adds the half edges changed by the next journal entry. @param events `undefined`: the entry is lost. */
  addEntry(events: readonly NodeEvent[] | undefined): void {
    if (events === undefined) {
      this.hasAll = false;
      return;
    }
    for (const event of events) {
      if (event[0] === EventKind.Deleted) this.hasAll = false;
      if (event[0] === EventKind.EdgeAdded) this.edge(event[1], event[2], event[3]).added();
      if (event[0] === EventKind.EdgeRemoved) this.edge(event[1], event[2], event[3]).removed();
      if (event[0] === EventKind.EdgePropertySet) {
        this.edge(event[1], event[2], event[3]).propertySet(event[4], event[5]);
      }
    }
  }

  /** Adds edges that only one of the two has, and edges that both have and that have properties. */
  addDifferences(before: NodeActor, after: NodeActor): void {
    for (const { label, direction, other } of allEdges(before.halfEdges)) {
      if (!after.hasEdge(label, direction, other)) this.differs(label, direction, other);
    }
    for (const { label, direction, other } of allEdges(after.halfEdges)) {
      const isNew = !before.hasEdge(label, direction, other);
      if (
        isNew ||
        hasProperties(before, label, direction, other) ||
        hasProperties(after, label, direction, other)
      ) {
        this.differs(label, direction, other);
      }
    }
  }

  private differs(label: string, direction: Direction, other: NodeId): void {
    this.edge(label, direction, other).mayHaveOtherProperties = true;
  }

  private edge(label: string, direction: Direction, other: NodeId): TouchedEdge {
    const name = halfName(edgeType(label, direction), other);
    let edge = this.edges.get(name);
    if (edge === undefined) {
      edge = new TouchedEdge(label, direction, other);
      this.edges.set(name, edge);
    }
    return edge;
  }
}

/**
 * Finds the half edges that the unsettled entries of a node added, removed or changed, and half edges that were added
 * or removed without an entry.
 * @returns a function that returns them, given the current node.
 */
export async function touchedEdges(
  shard: Shard,
  id: NodeId,
  { first, last }: { readonly first: EventTime; readonly last: EventTime },
  stored: StoredNode | undefined,
): Promise<(now: NodeActor) => Iterable<TouchedEdge>> {
  const past: EventTime = Math.max(0, first - 1);
  const hasAll = stored !== undefined && (stored.snapshot?.time ?? 0) <= past;
  const entries = hasAll ? stored.journal : await shard.persistor.readJournal(id, past);
  const journal = entries.filter(({ time }) => time > past && time <= last);
  const touched = new TouchedEdges();
  for (const { bytes } of journal) touched.addEntry(decode(bytes) as NodeEvent[]);
  // A node without any entry was stored without a journal.
  const isWhole = touched.isWhole && journal.length > 0;
  const reading: MaybePromise<NodeActor> | undefined = isWhole ? undefined : shard.readPast(id, past);
  const before = await reading;
  return now => {
    if (before !== undefined) touched.addDifferences(before, now);
    return touched.values();
  };
}

function hasProperties(node: NodeActor, label: string, direction: Direction, other: NodeId): boolean {
  return Object.keys(node.propertiesOfEdge(label, direction, other)).length > 0;
}
