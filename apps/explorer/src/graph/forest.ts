/**
 * Finds out whether most nodes of a graph are in a forest of one edge type, in which each node has at most one parent.
 * Edges may point from parent to child or from child to parent.
 */
import type { Elements } from './elements.js';

export interface Forest {
  /** Parent of each node that has one. */
  readonly parents: ReadonlyMap<string, string>;
  /** Edges between the root and the deepest node. */
  readonly depth: number;
}

/** Share of the edges that must have the forest's type. Others may connect its trees, such as those of a summary. */
const LEAST_EDGES = 0.4;
/** Share of the nodes that the forest must contain. */
const MOST_NODES = 0.8;

/** @returns `undefined` if there is no such forest. */
export function forestIn(elements: Elements): Forest | undefined {
  const counts = new Map<string, number>();
  for (const { from, to, type } of elements.edges.values())
    if (from !== to) counts.set(type, (counts.get(type) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= LEAST_EDGES * elements.edges.size);
  for (const [type] of frequent.sort(([, m], [, n]) => n - m)) {
    const forest = forestOf(type, true, elements) ?? forestOf(type, false, elements);
    if (forest !== undefined) return forest;
  }
  return undefined;
}

/** @param isDown whether edges point from parent to child. */
function forestOf(type: string, isDown: boolean, { nodes, edges }: Elements): Forest | undefined {
  const parents = new Map<string, string>();
  const members = new Set<string>();
  for (const edge of edges.values()) {
    if (edge.type !== type || edge.from === edge.to) continue;
    if (!nodes.has(edge.from) || !nodes.has(edge.to)) continue;
    const [parent, child] = isDown ? [edge.from, edge.to] : [edge.to, edge.from];
    if (parents.has(child)) return undefined;
    parents.set(child, parent);
    members.add(parent).add(child);
  }
  const depth = members.size >= MOST_NODES * nodes.size ? depthOf(parents) : undefined;
  return depth === undefined ? undefined : { parents, depth };
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
