/**
 * Positions of bubbles: a bubble appears in the middle of the nodes and bubbles that it replaces, and they reappear
 * around it.
 */
import type { MultiDirectedGraph } from 'graphology';
import type { Elements, GraphNode } from '../graph/elements.js';
import type { Place } from './layouts.js';

const APART = 12;

/** @param graph still in the state of `before`. */
export function bubblePlaces(
  graph: MultiDirectedGraph,
  before: Elements,
  after: Elements,
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const placeOf = ({ id }: GraphNode): Place => graph.getNodeAttributes(id) as unknown as Place;
  for (const bubble of after.nodes.values()) {
    if (bubble.members === undefined || graph.hasNode(bubble.id)) continue;
    const known = partsOf(bubble, before)
      .filter(({ id }) => graph.hasNode(id))
      .map(placeOf);
    const mean = (of: (place: Place) => number): number =>
      known.reduce((sum, place) => sum + of(place), 0) / known.length;
    if (known.length > 0) places.set(bubble.id, { x: mean(({ x }) => x), y: mean(({ y }) => y) });
  }
  for (const bubble of before.nodes.values()) {
    const { id, members } = bubble;
    if (members === undefined || after.nodes.has(id) || !graph.hasNode(id)) continue;
    const { x, y } = placeOf(bubble);
    const parts = partsOf(bubble, after);
    const radius = (APART * parts.length) / Math.PI;
    parts.forEach((part, i) => {
      const angle = (2 * Math.PI * i) / parts.length;
      places.set(part.id, { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
    });
  }
  return places;
}

/**
 * Returns what represents the nodes of a bubble on the canvas, now or before: themselves, and bubbles of some of them.
 */
function partsOf({ members = [] }: GraphNode, among: Elements): GraphNode[] {
  const own = new Set(members);
  return [...among.nodes.values()].filter(each => each.members?.every(id => own.has(id)) ?? own.has(each.id));
}
