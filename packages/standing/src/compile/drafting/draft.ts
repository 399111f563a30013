/**
 * Pattern nodes while they are being planned: the tree, what hangs from it, and which elements have to travel up. An
 * element is produced by one pattern node and needed by pattern nodes above it; every pattern node in between has it in
 * its rows.
 */
import type { ElementExpression, ElementNumber, Branch } from '../shape/shape.js';

export interface EdgeStep {
  readonly kind: 'edge';
  readonly edge: ElementNumber;
  /** `undefined`: a loop. Of an edge that closes a cycle: a pattern node without demands on a node that is known. */
  readonly child: Draft | undefined;
  /** Only leads to where a branch begins: however many such edges there are, it counts once. */
  readonly isConnector: boolean;
}

export interface BranchStep {
  readonly kind: 'branch';
  readonly branch: Branch;
  /** On the same node as the pattern node that looks at the branch. */
  readonly root: Draft;
  /** The branch is one edge step: its pattern edges can be the looking pattern node's own. */
  inlined: EdgeStep | undefined;
  /** Several ways may lead to where the branch begins: however many there are, each match counts once. */
  readonly distinct: boolean;
  /** Nothing but the looking node and the branch decides: it can be looked at before the node's edges are. */
  ownOnly: boolean;
  /** What of the branch's conditions needs more than the branch. */
  readonly on: ElementExpression[];
}

export type DraftStep = EdgeStep | BranchStep;

export class Draft {
  parent: Draft | undefined = undefined;
  readonly steps: DraftStep[] = [];
  /** To be checked here, as low in the tree as everything is known. */
  readonly conditions: ElementExpression[] = [];
  /** Edges that must not stand on the same graph edge. */
  readonly exclusions: (readonly [ElementNumber, ElementNumber])[] = [];
  /** Elements that the rows of the join have. */
  readonly uses = new Set<ElementNumber>();
  /** Elements of the rows that are reported; whether more than their identity is needed. */
  readonly out = new Map<ElementNumber, boolean>();
  /** Which node it is is needed above: the asker knows that by itself. */
  idAbove = false;

  constructor(
    readonly element: ElementNumber,
    /** The element's demands are checked here; else it is a node that another pattern node has checked. */
    readonly checks: boolean,
    readonly inBranch: boolean,
    /** Whether there is a match is all that is asked, not how many there are. */
    readonly onlyWhether: boolean,
  ) {}

  /** This one and those below, parents first; branches too. */
  *all(): Iterable<Draft> {
    yield this;
    for (const step of this.steps) {
      if (step.kind === 'edge') yield* step.child?.all() ?? [];
      else if (step.inlined !== undefined) yield* step.inlined.child?.all() ?? [];
      else yield* step.root.all();
    }
  }

  isBelow(other: Draft): boolean {
    if (this === other) return true;
    for (let draft = this.parent; draft !== undefined; draft = draft.parent) if (draft === other) return true;
    return false;
  }
}

/** The lowest pattern node that is above (or is) all of the given ones. */
export function lowestAbove(root: Draft, drafts: readonly Draft[]): Draft {
  let lowest: Draft | undefined = drafts[0] ?? root;
  while (lowest !== undefined && !drafts.every(draft => draft.isBelow(lowest!))) lowest = lowest.parent;
  return lowest ?? root;
}

/**
 * Lets an element travel from where it is produced to where it is needed.
 * @param consumer `undefined`: the results, above the root.
 * @param rich more than its identity is needed.
 */
export function carry(
  element: ElementNumber,
  producer: Draft,
  consumer: Draft | undefined,
  rich: boolean,
): void {
  let draft: Draft | undefined = producer;
  if (draft === consumer) {
    draft.uses.add(element);
    return;
  }
  if (draft.element === element && draft.parent !== undefined && !rich) {
    draft.idAbove = true;
  } else {
    draft.uses.add(element);
    draft.out.set(element, rich || draft.out.get(element) === true);
  }
  for (draft = draft.parent; draft !== undefined; draft = draft.parent) {
    draft.uses.add(element);
    if (draft === consumer) return;
    draft.out.set(element, rich || draft.out.get(element) === true);
  }
}
