/** Edges between the same two nodes are bent apart, those of the two directions to different sides; all others are straight. */
import { indexParallelEdgesIndex } from '@sigma/edge-curve';
import type { MultiDirectedGraph } from 'graphology';

const MOST_BENT = 0.3;

export function curveParallels(graph: MultiDirectedGraph): void {
  indexParallelEdgesIndex(graph, {
    edgeIndexAttribute: 'parallelIndex',
    edgeMaxIndexAttribute: 'parallelMax',
  });
  graph.forEachEdge((key, { parallelIndex, parallelMax }) => {
    // None: it is alone. 0: it is in the middle of several.
    const index = Number(parallelIndex ?? 0);
    const curvature = (index / Math.max(1, Number(parallelMax ?? 1))) * MOST_BENT;
    graph.mergeEdgeAttributes(key, { type: index === 0 ? 'straight' : 'curved', curvature });
  });
}
