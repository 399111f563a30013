/** Where a bubble appears: in the middle of its nodes. Where they come out: around it. */
import type { MultiDirectedGraph } from 'graphology';
import type { Elements } from '../graph/elements.js';
import type { Place } from './layouts.js';

const APART = 12;

/** @param graph still as `before` says. */
export function bubblePlaces(
  graph: MultiDirectedGraph,
  before: Elements,
  after: Elements,
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const placeOf = (id: string): Place => graph.getNodeAttributes(id) as unknown as Place;
  for (const { id, members } of after.nodes.values()) {
    if (members === undefined || graph.hasNode(id)) continue;
    const known = members.filter(member => graph.hasNode(member)).map(placeOf);
    const mean = (of: (place: Place) => number): number =>
      known.reduce((sum, place) => sum + of(place), 0) / known.length;
    if (known.length > 0) places.set(id, { x: mean(({ x }) => x), y: mean(({ y }) => y) });
  }
  for (const { id, members } of before.nodes.values()) {
    if (members === undefined || after.nodes.has(id) || !graph.hasNode(id)) continue;
    const { x, y } = placeOf(id);
    const radius = (APART * members.length) / Math.PI;
    members.forEach((member, i) => {
      const angle = (2 * Math.PI * i) / members.length;
      places.set(member, { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
    });
  }
  return places;
}
