/**
 * Pattern nodes during planning: the tree, its branches, and which elements rows must carry upwards. An element is
 * produced by one pattern node and needed by pattern nodes above it; every pattern node in between has it in its rows.
 */
import type { Reduction } from '../../plan/row-plan.js';
import type { ElementExpression, ElementNumber, Branch } from '../shape/shape.js';

export interface EdgeStep {
  readonly kind: 'edge';
  readonly edge: ElementNumber;
  /** `undefined` for a loop. For an edge that closes a cycle, a pattern node without demands on a known node. */
  readonly child: Draft | undefined;
  /** The edge only leads to the start of a branch: however many such graph edges exist, it counts once. */
  readonly isConnector: boolean;
}

export interface BranchStep {
  readonly kind: 'branch';
  readonly branch: Branch;
  /** On the same graph node as the branch's host. */
  readonly root: Draft;
  /** Set if the branch is one edge step: its pattern edges can then belong to the host. */
  inlined: EdgeStep | undefined;
  /** Several paths may lead to the start of the branch: however many there are, each match counts once. */
  readonly distinct: boolean;
  /** Only the host node and the branch decide, so it can be evaluated before the node's edges. */
  ownOnly: boolean;
  /** Conditions of the branch that need more than the branch. */
  readonly on: ElementExpression[];
}

export type DraftStep = EdgeStep | BranchStep;

/** How much of an element rows carry upwards. */
export interface Carried {
  /** More than its identity. */
  readonly rich: boolean;
  /** Set if the results read these properties, and nothing above reads anything else, not even the identity. */
  readonly reduction: Reduction | undefined;
}

export const IDENTITY_ONLY: Carried = { rich: false, reduction: undefined };

export class Draft {
  parent: Draft | undefined = undefined;
  readonly steps: DraftStep[] = [];
  /** Checked here, the lowest pattern node that knows everything they need. */
  readonly conditions: ElementExpression[] = [];
  /** Pairs of edges that must not stand on the same graph edge. */
  readonly exclusions: (readonly [ElementNumber, ElementNumber])[] = [];
  /** Elements in the rows of the join. */
  readonly uses = new Set<ElementNumber>();
  /** Elements in the reported rows, and how much of them is needed above. */
  readonly out = new Map<ElementNumber, Carried>();
  /** The identity of the node is needed above; the subscriber knows it without a column. */
  idAbove = false;

  constructor(
    readonly element: ElementNumber,
    /** Whether the element's demands are checked here; otherwise another pattern node has checked the node. */
    readonly checks: boolean,
    readonly inBranch: boolean,
    /** Whether only the existence of a match matters, not the number of matches. */
    readonly onlyWhether: boolean,
  ) {}

  /** This draft and those below it, including branches, parents first. */
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

/** Returns the lowest pattern node that is, or is above, each of the given ones. */
export function lowestAbove(root: Draft, drafts: readonly Draft[]): Draft {
  let lowest: Draft | undefined = drafts[0] ?? root;
  while (lowest !== undefined && !drafts.every(draft => draft.isBelow(lowest!))) lowest = lowest.parent;
  return lowest ?? root;
}

/**
 * Carries an element from its producer up to its consumer.
 * @param consumer `undefined`: the results, above the root.
 * @param needed how much of it the consumer needs.
 */
export function carry(
  element: ElementNumber,
  producer: Draft,
  consumer: Draft | undefined,
  needed: Carried,
): void {
  let draft: Draft | undefined = producer;
  if (draft === consumer) {
    draft.uses.add(element);
    return;
  }
  if (draft.element === element && draft.parent !== undefined && !needed.rich) {
    draft.idAbove = true;
    if (draft.out.has(element)) put(draft, element, needed);
  } else {
    draft.uses.add(element);
    put(draft, element, draft.idAbove ? { ...needed, reduction: undefined } : needed);
  }
  for (draft = draft.parent; draft !== undefined; draft = draft.parent) {
    draft.uses.add(element);
    if (draft === consumer) return;
    put(draft, element, needed);
  }
}

function put({ out }: Draft, element: ElementNumber, { rich, reduction }: Carried): void {
  const known = out.get(element);
  if (known === undefined) out.set(element, { rich, reduction });
  else
    out.set(element, {
      rich: known.rich || rich,
      reduction: bothOf(known.reduction, reduction),
    });
}

function bothOf(a: Reduction | undefined, b: Reduction | undefined): Reduction | undefined {
  return a === undefined || b === undefined ? undefined : [...new Set([...a, ...b])].sort();
}
