/** Takes what is no longer shown out of the graph that is drawn. */
import type { MultiDirectedGraph } from 'graphology';
import type { Elements } from '../graph/elements.js';

/** One by one. */
const MOST_DROPPED = 5;

/**
 * Who draws goes over everything for each node and edge that goes. So where more than a few go, all do, and those that
 * stay come back.
 */
export function dropGone(graph: MultiDirectedGraph, { nodes, edges }: Elements): void {
  const goneEdges = graph.filterEdges(key => !edges.has(key));
  const goneNodes = graph.filterNodes(id => !nodes.has(id));
  if (goneEdges.length + goneNodes.length <= MOST_DROPPED) {
    for (const key of goneEdges) graph.dropEdge(key);
    for (const id of goneNodes) graph.dropNode(id);
    return;
  }
  const all = graph.export();
  graph.clear();
  graph.import({
    nodes: all.nodes.filter(({ key }) => nodes.has(key)),
    edges: all.edges.filter(
      ({ key, source, target }) => edges.has(key!) && nodes.has(source) && nodes.has(target),
    ),
  });
}
