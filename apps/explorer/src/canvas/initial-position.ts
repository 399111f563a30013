/** Positions of new nodes, before a layout moves them. */
import type { MultiDirectedGraph } from 'graphology';
import type { Elements } from '../graph/elements.js';
import type { Point } from './layouts.js';

/** With more edges, finding one costs more than letting the layout bring the node there. */
const MOST_SEARCHED = 2000;
const NEAR = 20;

/** Near a neighbor that has a position; otherwise at a pseudorandom position that is always the same for the node. */
export function initialPosition(id: string, elements: Elements, graph: MultiDirectedGraph): Point {
  let hash = 7;
  for (let i = 0; i < id.length; i++) hash = (hash * 33 + id.charCodeAt(i)) >>> 0;
  const angle = ((hash % 3600) / 3600) * 2 * Math.PI;
  const edges = elements.edges.size > MOST_SEARCHED ? [] : elements.edges.values();
  for (const { from, to } of edges) {
    const other = from === id ? to : to === id ? from : undefined;
    if (other === undefined || !graph.hasNode(other)) continue;
    const { x, y } = graph.getNodeAttributes(other);
    return { x: (x as number) + NEAR * Math.cos(angle), y: (y as number) + NEAR * Math.sin(angle) };
  }
  const radius = NEAR + 10 * Math.sqrt(elements.nodes.size) * (((hash >>> 12) % 100) / 100);
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}
