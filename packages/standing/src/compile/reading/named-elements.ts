/** Which nodes an element can be without existing: those that its MATCH, or one before, names by their ids. */
import type { NodeId } from '@weir/model';
import type { EdgeElement, ElementNumber, NodeElement, Shape } from '../shape/shape.js';

/**
 * Whether the element may meet a node that does not exist and that it must not be: at the other end of a path of no
 * edges from a node that is named, while it was searched for itself.
 */
export function mayMeetTheUnborn(shape: Shape, element: ElementNumber): boolean {
  const { main, elements } = shape;
  const isEndOfNothing = main.edges.some(number => {
    const { source, target, hops } = elements[number] as EdgeElement;
    return hops?.min === 0 && (source === element || target === element);
  });
  if (!isEndOfNothing) return false;
  const known = namedIdsOf(shape, element);
  return [...main.own].some(number => {
    const other = elements[number]!;
    return other.kind === 'node' && other.named.some(id => !known.includes(id));
  });
}

/** Its own names, and those of nodes that it is the other end of a path of no edges to. */
export function namedIdsOf(shape: Shape, element: ElementNumber): readonly NodeId[] {
  const names = new Set<NodeId>();
  const seen = new Set<ElementNumber>();
  const visit = (number: ElementNumber): void => {
    if (seen.has(number)) return;
    seen.add(number);
    const node = shape.elements[number] as NodeElement;
    for (const id of node.named) names.add(id);
    for (const edgeNumber of shape.main.edges) {
      const { source, target, hops, match } = shape.elements[edgeNumber] as EdgeElement;
      if (hops?.min !== 0 || match !== node.match || (source !== number && target !== number)) continue;
      const other = source === number ? target : source;
      // What a later MATCH names was searched for by then, among what exists.
      if ((shape.elements[other] as NodeElement).match <= node.match) visit(other);
    }
  };
  visit(element);
  return [...names];
}
