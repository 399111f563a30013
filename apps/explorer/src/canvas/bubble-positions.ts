/**
 * Positions of bubbles: a bubble appears in the middle of the nodes and bubbles that it replaces, and they reappear
 * around it.
 */
import type { MultiDirectedGraph } from 'graphology';
import type { Elements, GraphNode } from '../graph/elements.js';
import type { Point } from './layouts.js';

const APART = 12;

/** @param graph still in the state of `before`. */
export function bubblePositions(
  graph: MultiDirectedGraph,
  before: Elements,
  after: Elements,
): ReadonlyMap<string, Point> {
  const positions = new Map<string, Point>();
  const positionOf = ({ id }: GraphNode): Point => graph.getNodeAttributes(id) as unknown as Point;
  for (const bubble of after.nodes.values()) {
    if (bubble.members === undefined || graph.hasNode(bubble.id)) continue;
    const known = partsOf(bubble, before)
      .filter(({ id }) => graph.hasNode(id))
      .map(positionOf);
    const mean = (of: (position: Point) => number): number =>
      known.reduce((sum, position) => sum + of(position), 0) / known.length;
    if (known.length > 0) positions.set(bubble.id, { x: mean(({ x }) => x), y: mean(({ y }) => y) });
  }
  for (const bubble of before.nodes.values()) {
    const { id, members } = bubble;
    if (members === undefined || after.nodes.has(id) || !graph.hasNode(id)) continue;
    const { x, y } = positionOf(bubble);
    const parts = partsOf(bubble, after);
    const radius = (APART * parts.length) / Math.PI;
    parts.forEach((part, i) => {
      const angle = (2 * Math.PI * i) / parts.length;
      positions.set(part.id, { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
    });
  }
  return positions;
}

/**
 * Returns what represents the nodes of a bubble on the canvas, now or before: themselves, and bubbles of some of them.
 */
function partsOf({ members = [] }: GraphNode, among: Elements): GraphNode[] {
  const own = new Set(members);
  return [...among.nodes.values()].filter(each => each.members?.every(id => own.has(id)) ?? own.has(each.id));
}
