/** Edges between the same two nodes are bent apart; all others are straight. */
import { indexParallelEdgesIndex } from '@sigma/edge-curve';
import type { MultiDirectedGraph } from 'graphology';

export function curveParallels(graph: MultiDirectedGraph): void {
  indexParallelEdgesIndex(graph, {
    edgeIndexAttribute: 'parallelIndex',
    edgeMinIndexAttribute: 'parallelMin',
    edgeMaxIndexAttribute: 'parallelMax',
  });
  graph.forEachEdge((key, { parallelIndex, parallelMin, parallelMax }) => {
    const isAlone = parallelMin === null || parallelMin === undefined || parallelMin === parallelMax;
    const max = Math.max(1, Number(parallelMax ?? 1));
    graph.mergeEdgeAttributes(key, {
      type: isAlone ? 'straight' : 'curved',
      curvature: isAlone ? 0 : (Number(parallelIndex) / max) * 0.3 || 0.12,
    });
  });
}
