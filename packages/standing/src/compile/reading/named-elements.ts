/** Nodes that an element can match although they do not exist: its MATCH, or an earlier one, names them by id. */
import type { NodeId } from '@weir/model';
import type { EdgeElement, ElementNumber, NodeElement, Shape } from '../shape/shape.js';

/**
 * Returns whether the element may meet a nonexistent node that it must not match: one at the other end of a zero-length
 * path from a named node, although the element itself was searched for.
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

/** Its own named ids, and the ids of nodes connected to it by zero-length paths. */
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
      // A node that a later MATCH names was already searched for among existing nodes.
      if ((shape.elements[other] as NodeElement).match <= node.match) visit(other);
    }
  };
  visit(element);
  return [...names];
}
