/**
 * The half edges of one node. Most nodes have a few, some have millions, so there are two forms behind one
 * class: a flat list `[type, other, type, other, ...]` of exact length (an array that grows would keep room for
 * sixteen more), oldest first, searched linearly; and past `FLAT_LIMIT` edges one indexed list per type. A type
 * is a label with its direction, one interned string.
 *
 * Costs: `add`, `has`, `remove` are constant (linear in `FLAT_LIMIT` while flat); a page of `select` costs its
 * own length, not the node's.
 */
import { Direction, type HalfEdge, type NodeId } from '@weir/model';

const FLAT_LIMIT = 12;

const NO_EDGES: readonly string[] = [];
const NO_NODES: readonly NodeId[] = [];

const outgoingTypes = new Map<string, string>();
const incomingTypes = new Map<string, string>();

/** `>label` or `<label`, always the same string for the same pair. */
function edgeType(label: string, direction: Direction): string {
  const types = direction === Direction.Outgoing ? outgoingTypes : incomingTypes;
  let type = types.get(label);
  if (type === undefined) {
    type = (direction === Direction.Outgoing ? '>' : '<') + label;
    types.set(label, type);
  }
  return type;
}

function labelOf(type: string): string {
  return type.slice(1);
}

function directionOf(type: string): Direction {
  return type.charCodeAt(0) === 0x3e ? Direction.Outgoing : Direction.Incoming;
}

function typeMatches(type: string, label: string | undefined, direction: Direction | undefined): boolean {
  if (direction !== undefined && directionOf(type) !== direction) return false;
  return label === undefined || (type.length === label.length + 1 && type.endsWith(label));
}

/** One type's neighbours, oldest first; removal leaves a hole that the next compaction closes. */
class NeighbourList {
  private others: (NodeId | undefined)[] = [];
  private readonly positions = new Map<NodeId, number>();

  get size(): number {
    return this.positions.size;
  }

  has(other: NodeId): boolean {
    return this.positions.has(other);
  }

  add(other: NodeId): boolean {
    if (this.positions.has(other)) return false;
    this.positions.set(other, this.others.length);
    this.others.push(other);
    return true;
  }

  remove(other: NodeId): boolean {
    const position = this.positions.get(other);
    if (position === undefined) return false;
    this.positions.delete(other);
    this.others[position] = undefined;
    if (this.others.length > 32 && this.others.length > this.positions.size * 2) this.compact();
    return true;
  }

  /** Newest first, without the newest `skip`. */
  *newestFirst(skip: number): Generator<NodeId> {
    if (skip > 0 && this.others.length > this.positions.size) this.compact();
    for (let i = this.others.length - 1 - skip; i >= 0; i--) {
      const other = this.others[i];
      if (other !== undefined) yield other;
    }
  }

  private compact(): void {
    this.others = this.others.filter(other => other !== undefined);
    this.others.forEach((other, position) => this.positions.set(other!, position));
  }
}

export interface EdgeSelection {
  readonly direction: Direction | undefined;
  readonly labels: readonly string[] | undefined;
  readonly other: NodeId | undefined;
  readonly limit: number;
  readonly offset: number;
}

export class HalfEdges {
  private flat: readonly string[] | undefined = NO_EDGES;
  private byType: Map<string, NeighbourList> | undefined = undefined;

  get size(): number {
    if (this.flat !== undefined) return this.flat.length >> 1;
    let size = 0;
    for (const list of this.byType!.values()) size += list.size;
    return size;
  }

  has(label: string, direction: Direction, other: NodeId): boolean {
    const type = edgeType(label, direction);
    if (this.flat !== undefined) return this.flatIndexOf(type, other) >= 0;
    return this.byType!.get(type)?.has(other) ?? false;
  }

  /** @returns false if it was there. */
  add(label: string, direction: Direction, other: NodeId): boolean {
    const type = edgeType(label, direction);
    if (this.flat !== undefined) {
      if (this.flatIndexOf(type, other) >= 0) return false;
      if (this.flat.length < FLAT_LIMIT * 2) {
        this.flat = this.flat.length === 0 ? [type, other] : this.flat.concat([type, other]);
        return true;
      }
      this.index();
    }
    return this.listOf(type).add(other);
  }

  /** @returns false if it was not there. */
  remove(label: string, direction: Direction, other: NodeId): boolean {
    const type = edgeType(label, direction);
    if (this.flat !== undefined) {
      const index = this.flatIndexOf(type, other);
      if (index < 0) return false;
      this.flat = this.flat.filter((_, i) => i !== index && i !== index + 1);
      return true;
    }
    const list = this.byType!.get(type);
    if (list === undefined || !list.remove(other)) return false;
    if (list.size === 0) this.byType!.delete(type);
    return true;
  }

  count(label: string | undefined, direction: Direction | undefined): number {
    let count = 0;
    if (this.flat !== undefined) {
      for (let i = 0; i < this.flat.length; i += 2) if (typeMatches(this.flat[i]!, label, direction)) count++;
      return count;
    }
    for (const [type, list] of this.byType!) if (typeMatches(type, label, direction)) count += list.size;
    return count;
  }

  /** Newest first within a type. Don't change the edges while iterating. */
  neighbours(label: string | undefined, direction: Direction | undefined): Iterable<NodeId> {
    return this.flat === undefined ? this.indexedNeighbours(label, direction) : this.flatNeighbours(label, direction);
  }

  /** A page of half edges, newest first within a type. */
  select(selection: EdgeSelection): HalfEdge[] {
    const { direction, labels, other, limit } = selection;
    const page: HalfEdge[] = [];
    let skip = selection.offset;
    const wanted = (type: string): boolean =>
      typeMatches(type, undefined, direction) && (labels === undefined || labels.includes(labelOf(type)));
    const take = (type: string, neighbour: NodeId): boolean => {
      if (skip > 0) skip--;
      else page.push({ label: labelOf(type), direction: directionOf(type), other: neighbour });
      return page.length < limit;
    };
    if (limit <= 0) return page;
    if (this.flat !== undefined) {
      for (let i = this.flat.length - 2; i >= 0; i -= 2) {
        const type = this.flat[i]!;
        const neighbour = this.flat[i + 1] as NodeId;
        if (wanted(type) && (other === undefined || other === neighbour) && !take(type, neighbour)) break;
      }
      return page;
    }
    for (const [type, list] of this.byType!) {
      if (!wanted(type)) continue;
      if (other !== undefined) {
        if (list.has(other) && !take(type, other)) return page;
        continue;
      }
      if (skip >= list.size) {
        skip -= list.size;
        continue;
      }
      const skipHere = skip;
      skip = 0;
      for (const neighbour of list.newestFirst(skipHere)) if (!take(type, neighbour)) return page;
    }
    return page;
  }

  /** Every half edge, oldest first within a type; for snapshots and deletes. */
  all(): HalfEdge[] {
    return this.select({
      direction: undefined,
      labels: undefined,
      other: undefined,
      limit: Number.POSITIVE_INFINITY,
      offset: 0,
    }).reverse();
  }

  private flatNeighbours(label: string | undefined, direction: Direction | undefined): readonly NodeId[] {
    const flat = this.flat!;
    let found: NodeId[] | undefined;
    for (let i = flat.length - 2; i >= 0; i -= 2) {
      if (!typeMatches(flat[i]!, label, direction)) continue;
      const other = flat[i + 1] as NodeId;
      if (found === undefined) found = [other];
      else found.push(other);
    }
    return found ?? NO_NODES;
  }

  private *indexedNeighbours(label: string | undefined, direction: Direction | undefined): Generator<NodeId> {
    for (const [type, list] of this.byType!) if (typeMatches(type, label, direction)) yield* list.newestFirst(0);
  }

  private flatIndexOf(type: string, other: NodeId): number {
    const flat = this.flat!;
    for (let i = 0; i < flat.length; i += 2) if (flat[i + 1] === other && flat[i] === type) return i;
    return -1;
  }

  private index(): void {
    const flat = this.flat!;
    this.flat = undefined;
    this.byType = new Map();
    for (let i = 0; i < flat.length; i += 2) this.listOf(flat[i]!).add(flat[i + 1] as NodeId);
  }

  private listOf(type: string): NeighbourList {
    let list = this.byType!.get(type);
    if (list === undefined) {
      list = new NeighbourList();
      this.byType!.set(type, list);
    }
    return list;
  }
}
