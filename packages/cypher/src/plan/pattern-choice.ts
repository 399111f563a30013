/** Heuristics of the match planner. */
import type { PatternNode, PatternRelationship } from './pattern-graph.js';

export function cost(relationship: PatternRelationship): number {
  return (relationship.pattern.length === undefined ? 0 : 10) + (relationship.types === undefined ? 1 : 0);
}

export function mostSelective(nodes: Iterable<PatternNode>): PatternNode {
  let best: PatternNode | undefined;
  for (const node of nodes) if (best === undefined || node.selectivity > best.selectivity) best = node;
  return best!;
}

export function mayCoincide(a: PatternRelationship, b: PatternRelationship): boolean {
  if (a.types === undefined || b.types === undefined) return true;
  return a.types.some(type => b.types!.includes(type));
}
