/**
 * Children of one part that demand the same over the same label and direction, all the way down: "five failed
 * requests of one client". They are evaluated once, and the join picks as many different fillings as there are
 * such children. Swapping them maps the pattern onto itself, so their columns and rivals agree too.
 */
import { isDeepStrictEqual } from 'node:util';
import type { StandingPattern } from './standing-pattern.js';
import { directionFrom } from '../../plan/edge-uniqueness.js';
import type { PatternTree, TreePart } from './pattern-tree.js';

export class SlotTwins {
  private readonly demands: readonly unknown[];

  constructor(
    private readonly pattern: StandingPattern,
    private readonly tree: PatternTree,
  ) {
    this.demands = tree.parts.map(part => this.demandOf(part));
  }

  /** The first slot of `part` that demands what `slot` does; maybe `slot` itself. */
  first(part: TreePart, slot: number): number {
    return part.children.findIndex(child => this.areTwins(child, part.children[slot]!));
  }

  /** The last slot before `slot` that demands the same; -1 if none. */
  before(part: TreePart, slot: number): number {
    for (let other = slot - 1; other >= 0; other--) {
      if (this.areTwins(part.children[other]!, part.children[slot]!)) return other;
    }
    return -1;
  }

  private areTwins(a: number, b: number): boolean {
    return isDeepStrictEqual(this.demands[a], this.demands[b]);
  }

  /** All that a child and its slot ask for, in the order written. */
  private demandOf(part: TreePart): unknown {
    const { id, labels, tests, conditions } = this.pattern.nodes[part.node]!;
    const entry = part.entry === undefined ? undefined : this.pattern.edges[part.entry]!;
    return [
      entry?.label,
      entry === undefined ? undefined : directionFrom(part.node, entry),
      id,
      labels,
      tests.map(test => (test.kind === 'matches' ? [test.kind, test.key, test.pattern] : test)),
      conditions,
      part.loops.map(loop => this.pattern.edges[loop]!.label),
      part.children.map(child => this.demandOf(this.tree.parts[child]!)),
    ];
  }
}
