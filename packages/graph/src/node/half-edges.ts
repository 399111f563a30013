/**
 * The half edges of one node. Most nodes have a few, some have millions, so there are two forms: a flat list
 * `[type, other, type, other, ...]` of exact length, oldest first, searched linearly and replaced by a longer or
 * shorter one; and past `FLAT_LIMIT` edges an `EdgeIndex` with one list per type, changed in place. A type is a
 * label with its direction, one interned string.
 *
 * Costs: adding, finding and removing an edge are constant (linear in `FLAT_LIMIT` while flat); a page of
 * `selectEdges` costs its own length, not the node's.
 */
import type { Direction } from '@weir/model';
import { type HalfEdge, type NodeId } from '@weir/model';
import { EdgeIndex, type EdgeSelection } from './edge-index.js';
import { directionOf, edgeType, labelOf, typeMatches } from './edge-type.js';

export type HalfEdges = readonly string[] | EdgeIndex;

export const NO_EDGES: HalfEdges = [];

const FLAT_LIMIT = 12;
const NO_NODES: readonly NodeId[] = [];

export function edgesSize(edges: HalfEdges): number {
  return edges instanceof EdgeIndex ? edges.size : edges.length >> 1;
}

export function hasEdge(edges: HalfEdges, label: string, direction: Direction, other: NodeId): boolean {
  const type = edgeType(label, direction);
  return edges instanceof EdgeIndex ? edges.has(type, other) : indexOf(edges, type, other) >= 0;
}

/** The edges with one more; `undefined` if it was there. */
export function withEdge(
  edges: HalfEdges,
  label: string,
  direction: Direction,
  other: NodeId,
): HalfEdges | undefined {
  const type = edgeType(label, direction);
  if (edges instanceof EdgeIndex) return edges.add(type, other) ? edges : undefined;
  if (edges.length === 0) return [type, other];
  if (indexOf(edges, type, other) >= 0) return undefined;
  if (edges.length < FLAT_LIMIT * 2) return edges.concat([type, other]);
  const index = new EdgeIndex();
  for (let i = 0; i < edges.length; i += 2) index.add(edges[i]!, edges[i + 1] as NodeId);
  index.add(type, other);
  return index;
}

/** The edges with one less; `undefined` if it was not there. */
export function withoutEdge(
  edges: HalfEdges,
  label: string,
  direction: Direction,
  other: NodeId,
): HalfEdges | undefined {
  const type = edgeType(label, direction);
  if (edges instanceof EdgeIndex) return edges.remove(type, other) ? edges : undefined;
  const index = indexOf(edges, type, other);
  if (index < 0) return undefined;
  return edges.length === 2 ? NO_EDGES : edges.filter((_, i) => i !== index && i !== index + 1);
}

export function countEdges(
  edges: HalfEdges,
  label: string | undefined,
  direction: Direction | undefined,
): number {
  if (edges instanceof EdgeIndex) return edges.count(label, direction);
  let count = 0;
  for (let i = 0; i < edges.length; i += 2) if (typeMatches(edges[i]!, label, direction)) count++;
  return count;
}

/** Newest first within a type. Don't change the edges while iterating. */
export function neighboursOver(
  edges: HalfEdges,
  label: string | undefined,
  direction: Direction | undefined,
): Iterable<NodeId> {
  if (edges instanceof EdgeIndex) return edges.neighbours(label, direction);
  let found: NodeId[] | undefined;
  for (let i = edges.length - 2; i >= 0; i -= 2) {
    if (!typeMatches(edges[i]!, label, direction)) continue;
    const other = edges[i + 1] as NodeId;
    if (found === undefined) found = [other];
    else found.push(other);
  }
  return found ?? NO_NODES;
}

/**
 * The same id as the edges hold it, if it is a neighbour's: so that an id that came in a message does not stay
 * in memory a second time.
 */
export function knownNeighbour(edges: HalfEdges, other: NodeId): NodeId {
  if (edges instanceof EdgeIndex) return other;
  for (let i = 1; i < edges.length; i += 2) if (edges[i] === other) return edges[i] as NodeId;
  return other;
}

/** A page of half edges, newest first within a type. */
export function selectEdges(edges: HalfEdges, selection: EdgeSelection): HalfEdge[] {
  if (selection.limit <= 0) return [];
  if (edges instanceof EdgeIndex) return edges.select(selection);
  const { direction, labels, other, limit } = selection;
  const page: HalfEdge[] = [];
  let skip = selection.offset;
  for (let i = edges.length - 2; i >= 0 && page.length < limit; i -= 2) {
    const type = edges[i]!;
    const neighbour = edges[i + 1] as NodeId;
    if (other !== undefined && other !== neighbour) continue;
    if (!typeMatches(type, undefined, direction)) continue;
    if (labels !== undefined && !labels.includes(labelOf(type))) continue;
    if (skip > 0) skip--;
    else page.push({ label: labelOf(type), direction: directionOf(type), other: neighbour });
  }
  return page;
}

/** Every half edge, oldest first within a type. */
export function allEdges(edges: HalfEdges): HalfEdge[] {
  return selectEdges(edges, everythingWith(undefined)).reverse();
}

/** The half edges to one node. */
export function edgesBetween(edges: HalfEdges, other: NodeId): HalfEdge[] {
  return selectEdges(edges, everythingWith(other));
}

function everythingWith(other: NodeId | undefined): EdgeSelection {
  return { direction: undefined, labels: undefined, other, limit: Number.POSITIVE_INFINITY, offset: 0 };
}

/** The edges in their order, as runs of one type each; a list that is visited is not to be kept. */
export function forEachRun(edges: HalfEdges, visit: (type: string, others: readonly NodeId[]) => void): void {
  if (edges instanceof EdgeIndex) {
    edges.forEachType(visit);
    return;
  }
  for (let i = 0; i < edges.length;) {
    const type = edges[i]!;
    const others: NodeId[] = [];
    for (; i < edges.length && edges[i] === type; i += 2) others.push(edges[i + 1] as NodeId);
    visit(type, others);
  }
}

/** From runs back to edges. */
export function halfEdgesOf(types: readonly string[], others: readonly (readonly NodeId[])[]): HalfEdges {
  let count = 0;
  for (const run of others) count += run.length;
  if (count === 0) return NO_EDGES;
  if (count > FLAT_LIMIT) {
    const index = new EdgeIndex();
    types.forEach((type, i) => {
      for (const other of others[i]!) index.add(type, other);
    });
    return index;
  }
  const flat: string[] = [];
  types.forEach((type, i) => {
    for (const other of others[i]!) flat.push(type, other);
  });
  return flat;
}

function indexOf(edges: readonly string[], type: string, other: NodeId): number {
  for (let i = 0; i < edges.length; i += 2) if (edges[i + 1] === other && edges[i] === type) return i;
  return -1;
}
