/**
 * Finds out whether most of a graph is a forest of one edge type, in which each node has at most one parent. Edges may
 * point from parent to child or from child to parent.
 */
import type { Elements } from './elements.js';

export interface Forest {
  /** Parent of each node that has one. */
  readonly parents: ReadonlyMap<string, string>;
  /** Edges between the root and the deepest node. */
  readonly depth: number;
}

/** Share of the edges and of the nodes that the forest must contain. */
const MOST = 0.8;

/** @returns `undefined` if there is no such forest. */
export function forestIn({ nodes, edges }: Elements): Forest | undefined {
  const counts = new Map<string, number>();
  for (const { from, to, type } of edges.values())
    if (from !== to) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [frequent] = [...counts].sort(([, m], [, n]) => n - m);
  if (frequent === undefined || frequent[1] < MOST * edges.size) return undefined;
  const [type] = frequent;
  for (const isDown of [true, false]) {
    const parents = new Map<string, string>();
    const members = new Set<string>();
    let isForest = true;
    for (const edge of edges.values()) {
      if (edge.type !== type || edge.from === edge.to) continue;
      if (!nodes.has(edge.from) || !nodes.has(edge.to)) continue;
      const [parent, child] = isDown ? [edge.from, edge.to] : [edge.to, edge.from];
      if (parents.has(child)) isForest = false;
      parents.set(child, parent);
      members.add(parent).add(child);
    }
    const depth = isForest && members.size >= MOST * nodes.size ? depthOf(parents) : undefined;
    if (depth !== undefined) return { parents, depth };
  }
  return undefined;
}

/** @returns `undefined` if there is a cycle. */
function depthOf(parents: ReadonlyMap<string, string>): number | undefined {
  const depths = new Map<string, number>();
  let deepest = 0;
  for (const start of parents.keys()) {
    const path: string[] = [];
    const seen = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !depths.has(at)) {
      if (seen.has(at)) return undefined;
      seen.add(at);
      path.push(at);
      at = parents.get(at);
    }
    let depth = at === undefined ? -1 : depths.get(at)!;
    for (const id of path.reverse()) depths.set(id, ++depth);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
