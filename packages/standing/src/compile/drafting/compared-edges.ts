/**
 * Pattern edges that matter only because they must stand on a different graph edge than some others, and what rows must
 * carry for that check. A graph edge is identified by its two ends. If every edge that is still to be compared with a
 * row's edge, here or further up, touches the current node and the row's edge does not, it cannot collide, and null
 * replaces it. In data without cycles this nearly always applies, and rows that differ in nothing else become one.
 */
import type { Draft } from './draft.js';
import type { EdgeElement, Element, ElementNumber } from '../shape/shape.js';

/** When an edge may still collide: if it begins, or ends, at the node. A bit set. */
export const Keep = { AtStart: 1, AtEnd: 2 } as const;

interface Pair {
  readonly edges: readonly [ElementNumber, ElementNumber];
  /** The pattern node that compares them. */
  readonly place: Draft;
}

export class ComparedEdges {
  private readonly pairs: Pair[] = [];
  /** Elements that are also needed for something else. */
  private readonly shown = new Set<ElementNumber>();

  constructor(private readonly elements: readonly Element[]) {}

  compare(a: ElementNumber, b: ElementNumber, place: Draft): void {
    this.pairs.push({ edges: [a, b], place });
  }

  show(element: ElementNumber): void {
    this.shown.add(element);
  }

  /** On the way from a pattern node to the one above it. @returns `undefined` if it is needed in any case. */
  keepAbove(element: ElementNumber, draft: Draft): number | undefined {
    return this.keep(element, draft, place => place !== draft && draft.isBelow(place));
  }

  /** On arrival at a pattern node. */
  keepAt(element: ElementNumber, draft: Draft): number | undefined {
    return this.keep(element, draft, place => draft.isBelow(place));
  }

  private keep(element: ElementNumber, draft: Draft, isAhead: (place: Draft) => boolean): number | undefined {
    const edge = this.elements[element];
    if (edge?.kind !== 'edge' || edge.hops !== undefined || this.shown.has(element)) return undefined;
    let keep = 0;
    for (const { edges, place } of this.pairs) {
      if (!edges.includes(element) || !isAhead(place)) continue;
      const touching = this.touching(edges[0] === element ? edges[1] : edges[0], draft.element);
      if (touching === 0) return undefined;
      keep |= touching;
    }
    return keep;
  }

  /** The ends at which another edge touches a node. */
  private touching(other: ElementNumber, node: ElementNumber): number {
    const { source, target, directed, hops } = this.elements[other] as EdgeElement;
    if (hops !== undefined || (source !== node && target !== node)) return 0;
    if (!directed) return Keep.AtStart | Keep.AtEnd;
    return (source === node ? Keep.AtStart : 0) | (target === node ? Keep.AtEnd : 0);
  }
}
