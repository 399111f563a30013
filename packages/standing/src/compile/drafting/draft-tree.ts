/**
 * Arranges a scope's pattern as a tree below a root. Depth first, so that an edge that closes a cycle always leads from
 * a pattern node to one above it: the upper one reads the edge itself and compares ids.
 */
import { WeirError } from '@weir/platform';
import { Draft } from './draft.js';
import type { EdgeElement, Element, ElementNumber, Scope } from '../shape/shape.js';

export interface DraftTree {
  readonly root: Draft;
  /** The pattern node that adds an element to the rows. */
  readonly producers: Map<ElementNumber, Draft>;
  /** Elements of OPTIONAL MATCHes below: known where these are joined, possibly null. */
  readonly brought: Set<ElementNumber>;
  /** Edges of outer scopes used only to reach their nodes: they are not in the rows here. */
  readonly connectors: ReadonlySet<ElementNumber>;
}

export class DraftTreeBuilder {
  private readonly producers = new Map<ElementNumber, Draft>();
  private readonly used = new Set<ElementNumber>();

  constructor(
    private readonly elements: readonly Element[],
    private readonly scope: Scope,
    /** Additional edges used only to reach nodes of outer scopes. */
    private readonly connectors: readonly ElementNumber[],
    private readonly inBranch: boolean,
    private readonly onlyWhether: boolean,
  ) {}

  /** @throws WeirError `standing.invalid-pattern` if the pattern is not connected. */
  build(rootElement: ElementNumber): DraftTree {
    const root = this.visit(rootElement);
    for (const node of this.scope.nodes) {
      if (this.producers.has(node)) continue;
      throw new WeirError(
        'standing.invalid-pattern',
        'Pattern is not connected: a standing query follows edges from node to node, so write one standing ' +
          'query per part, or an edge between them; nodes that share a value can share a neighbor, if records create an ' +
          'edge from each to the node that idFrom(...) makes of the value',
      );
    }
    const connectors = new Set(this.connectors);
    return { root, producers: this.producers, brought: new Set(), connectors };
  }

  private visit(node: ElementNumber): Draft {
    const draft = new Draft(node, this.scope.own.has(node), this.inBranch, this.onlyWhether);
    this.producers.set(node, draft);
    const closing: { edge: ElementNumber; draft: Draft }[] = [];
    for (const number of [...this.connectors, ...this.scope.edges]) {
      const edge = this.elements[number] as EdgeElement;
      if (this.used.has(number) || (edge.source !== node && edge.target !== node)) continue;
      this.used.add(number);
      const other = edge.source === node ? edge.target : edge.source;
      const known = this.producers.get(other);
      if (known === undefined) this.addStep(draft, number, this.visit(other));
      else if (other === node && edge.hops === undefined) this.addStep(draft, number, undefined);
      else if (other === node) this.addStep(draft, number, this.known(node));
      else closing.push({ edge: number, draft: known });
    }
    for (const { edge, draft: above } of closing) this.addStep(above, edge, this.known(node));
    return draft;
  }

  /** A pattern node without demands, for a node that another pattern node of the tree represents. */
  private known(node: ElementNumber): Draft {
    return new Draft(node, false, this.inBranch, this.onlyWhether);
  }

  private addStep(draft: Draft, edge: ElementNumber, child: Draft | undefined): void {
    if (child !== undefined) child.parent = draft;
    draft.steps.push({ kind: 'edge', edge, child, isConnector: this.connectors.includes(edge) });
    this.producers.set(edge, draft);
  }
}
