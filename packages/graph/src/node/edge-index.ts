/** Half edges of a node that has many: one list of neighbors per edge type, with a hash lookup for each edge. */
import type { Direction, HalfEdge, NodeId } from '@weir/model';
import { directionOf, labelOf, typeMatches } from './edge-type.js';

/** Filter for half edges. */
export interface EdgeSelection {
  readonly direction: Direction | undefined;
  readonly labels: readonly string[] | undefined;
  readonly other: NodeId | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists shorter than this are not compacted. */
const LEAST_COMPACTED = 32;

/** One type's neighbors, oldest first. Removal leaves a hole that the next compaction closes. */
class NeighborList {
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
    const isSparse = this.others.length > this.positions.size * 2;
    if (isSparse && this.others.length > LEAST_COMPACTED) this.compact();
    return true;
  }

  /** Yields neighbors newest first, omitting the newest `skip`. */
  *newestFirst(skip: number): Generator<NodeId> {
    if (skip > 0 && this.others.length > this.positions.size) this.compact();
    for (let i = this.others.length - 1 - skip; i >= 0; i--) {
      const other = this.others[i];
      if (other !== undefined) yield other;
    }
  }

  oldestFirst(): readonly NodeId[] {
    if (this.others.length > this.positions.size) this.compact();
    return this.others as readonly NodeId[];
  }

  private compact(): void {
    this.others = this.others.filter(other => other !== undefined);
    this.others.forEach((other, position) => this.positions.set(other!, position));
  }
}

export class EdgeIndex {
  private readonly byType = new Map<string, NeighborList>();

  get size(): number {
    return this.count(undefined, undefined);
  }

  has(type: string, other: NodeId): boolean {
    return this.byType.get(type)?.has(other) ?? false;
  }

  /** @returns false if the edge already exists. */
  add(type: string, other: NodeId): boolean {
    let list = this.byType.get(type);
    if (list === undefined) {
      list = new NeighborList();
      this.byType.set(type, list);
    }
    return list.add(other);
  }

  /** @returns false if the edge does not exist. */
  remove(type: string, other: NodeId): boolean {
    const list = this.byType.get(type);
    if (list === undefined || !list.remove(other)) return false;
    if (list.size === 0) this.byType.delete(type);
    return true;
  }

  count(label: string | undefined, direction: Direction | undefined): number {
    let count = 0;
    for (const [type, list] of this.byType) if (typeMatches(type, label, direction)) count += list.size;
    return count;
  }

  *neighbors(label: string | undefined, direction: Direction | undefined): Generator<NodeId> {
    for (const [type, list] of this.byType)
      if (typeMatches(type, label, direction)) yield* list.newestFirst(0);
  }

  forEachType(visit: (type: string, others: readonly NodeId[]) => void): void {
    for (const [type, list] of this.byType) visit(type, list.oldestFirst());
  }

  select({ direction, labels, other, limit, offset }: EdgeSelection): HalfEdge[] {
    const page: HalfEdge[] = [];
    let skip = offset;
    for (const [type, list] of this.byType) {
      if (!typeMatches(type, undefined, direction)) continue;
      if (labels !== undefined && !labels.includes(labelOf(type))) continue;
      const candidates = other === undefined ? list.size : list.has(other) ? 1 : 0;
      if (skip >= candidates) {
        skip -= candidates;
        continue;
      }
      for (const neighbor of other === undefined ? list.newestFirst(skip) : [other]) {
        page.push({ label: labelOf(type), direction: directionOf(type), other: neighbor });
        if (page.length >= limit) return page;
      }
      skip = 0;
    }
    return page;
  }
}
