/**
 * The half edges of one node. Most nodes have a few, some have millions, so there are two forms:
 *
 * - up to `FLAT_LIMIT` edges, a flat list `[type, other, type, other, ...]` of exact length, oldest first, which is
 *   searched linearly and replaced on every change;
 * - above it, an `EdgeIndex` with one list per type, changed in place.
 *
 * A type is a label with its direction, one interned string.
 *
 * Adding, finding and removing an edge take constant time (linear in `FLAT_LIMIT` while flat). A page of `selectEdges`
 * costs its own length, not the node's.
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

/** Returns the edges with one more, or `undefined` if it already exists. */
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

/** Returns the edges with one less, or `undefined` if it does not exist. */
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

/** Returns neighbors newest first within a type. The edges must not change during iteration. */
export function neighborsOver(
  edges: HalfEdges,
  label: string | undefined,
  direction: Direction | undefined,
): Iterable<NodeId> {
  if (edges instanceof EdgeIndex) return edges.neighbors(label, direction);
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
 * Returns the instance of the id that the edges already hold, if `other` is a neighbor. Keeps an id that arrived in a
 * message from being stored a second time.
 */
export function knownNeighbor(edges: HalfEdges, other: NodeId): NodeId {
  if (edges instanceof EdgeIndex) return other;
  for (let i = 1; i < edges.length; i += 2) if (edges[i] === other) return edges[i] as NodeId;
  return other;
}

/** Returns a page of half edges, newest first within a type. */
export function selectEdges(edges: HalfEdges, selection: EdgeSelection): HalfEdge[] {
  if (selection.limit <= 0) return [];
  if (edges instanceof EdgeIndex) return edges.select(selection);
  const { direction, labels, other, limit } = selection;
  const page: HalfEdge[] = [];
  let skip = selection.offset;
  for (let i = edges.length - 2; i >= 0 && page.length < limit; i -= 2) {
    const type = edges[i]!;
    const neighbor = edges[i + 1] as NodeId;
    if (other !== undefined && other !== neighbor) continue;
    if (!typeMatches(type, undefined, direction)) continue;
    if (labels !== undefined && !labels.includes(labelOf(type))) continue;
    if (skip > 0) skip--;
    else page.push({ label: labelOf(type), direction: directionOf(type), other: neighbor });
  }
  return page;
}

/** Returns every half edge, oldest first within a type. */
export function allEdges(edges: HalfEdges): HalfEdge[] {
  return selectEdges(edges, everythingWith(undefined)).reverse();
}

export function edgesBetween(edges: HalfEdges, other: NodeId): HalfEdge[] {
  return selectEdges(edges, everythingWith(other));
}

function everythingWith(other: NodeId | undefined): EdgeSelection {
  return { direction: undefined, labels: undefined, other, limit: Number.POSITIVE_INFINITY, offset: 0 };
}

/** Visits the edges in order, as runs of one type each. `visit` must not keep the list it is given. */
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

/** Builds half edges from runs; the inverse of `forEachRun`. */
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
