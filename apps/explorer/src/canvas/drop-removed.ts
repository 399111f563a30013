/** Removes hidden nodes and edges from the drawn graph. */
import type { MultiDirectedGraph } from 'graphology';
import type { Elements } from '../graph/elements.js';

/** Up to this number they are removed one by one. */
const MOST_DROPPED = 5;

/**
 * The renderer processes everything for each removed node or edge. So to remove more than a few, the whole graph is
 * cleared, and the others are added again.
 */
export function dropRemoved(graph: MultiDirectedGraph, { nodes, edges }: Elements): void {
  const removedEdges = graph.filterEdges(key => !edges.has(key));
  const removedNodes = graph.filterNodes(id => !nodes.has(id));
  if (removedEdges.length + removedNodes.length <= MOST_DROPPED) {
    for (const key of removedEdges) graph.dropEdge(key);
    for (const id of removedNodes) graph.dropNode(id);
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
