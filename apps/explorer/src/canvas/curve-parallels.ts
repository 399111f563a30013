/**
 * Bends edges between the same two nodes apart, each direction to its side; all others are straight. Edges from a node
 * to itself are nested.
 */
import { indexParallelEdgesIndex } from '@sigma/edge-curve';
import type { MultiDirectedGraph } from 'graphology';

const MOST_BENT = 0.3;

export function curveParallels(graph: MultiDirectedGraph): void {
  indexParallelEdgesIndex(graph, {
    edgeIndexAttribute: 'parallelIndex',
    edgeMaxIndexAttribute: 'parallelMax',
  });
  const loops = new Map<string, number>();
  graph.forEachEdge((key, { parallelIndex, parallelMax }, from, to) => {
    if (from === to) {
      const loopIndex = loops.get(from) ?? 0;
      loops.set(from, loopIndex + 1);
      graph.mergeEdgeAttributes(key, { type: 'straight', curvature: 0, loopIndex });
      return;
    }
    // Absent without parallel edges. 0: the middle one of several.
    const index = Number(parallelIndex ?? 0);
    const curvature = (index / Math.max(1, Number(parallelMax ?? 1))) * MOST_BENT;
    graph.mergeEdgeAttributes(key, { type: index === 0 ? 'straight' : 'curved', curvature });
  });
}
