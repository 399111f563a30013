/**
 * Children of one pattern node that demand the same over the same label and direction, all the way down: "five failed
 * requests of one client". They are evaluated once, and the join picks as many different fillings as there are
 * such children. Swapping them maps the pattern onto itself, so their columns and exclusions agree too.
 */
import { isDeepStrictEqual } from 'node:util';
import type { StandingPattern } from './standing-pattern.js';
import { directionFrom } from './edge-uniqueness.js';
import type { PatternTree, TreeNode } from './pattern-tree.js';

export class EdgeTwins {
  private readonly demands: readonly unknown[];

  constructor(
    private readonly pattern: StandingPattern,
    private readonly tree: PatternTree,
  ) {
    this.demands = tree.patternNodes.map(patternNode => this.demandOf(patternNode));
  }

  /** The first pattern edge of `patternNode` that demands what `patternEdge` does; maybe `patternEdge` itself. */
  first(patternNode: TreeNode, patternEdge: number): number {
    return patternNode.children.findIndex(child => this.areTwins(child, patternNode.children[patternEdge]!));
  }

  /** The last pattern edge before `patternEdge` that demands the same; -1 if none. */
  before(patternNode: TreeNode, patternEdge: number): number {
    for (let other = patternEdge - 1; other >= 0; other--) {
      if (this.areTwins(patternNode.children[other]!, patternNode.children[patternEdge]!)) return other;
    }
    return -1;
  }

  private areTwins(a: number, b: number): boolean {
    return isDeepStrictEqual(this.demands[a], this.demands[b]);
  }

  /** All that a child and its pattern edge ask for, in the order written. */
  private demandOf(patternNode: TreeNode): unknown {
    const { id, labels, tests, conditions } = this.pattern.nodes[patternNode.node]!;
    const entry = patternNode.entry === undefined ? undefined : this.pattern.edges[patternNode.entry]!;
    return [
      entry?.label,
      entry === undefined ? undefined : directionFrom(patternNode.node, entry),
      id,
      labels,
      tests.map(test => (test.kind === 'matches' ? [test.kind, test.key, test.pattern] : test)),
      conditions,
      patternNode.loops.map(loop => this.pattern.edges[loop]!.label),
      patternNode.children.map(child => this.demandOf(this.tree.patternNodes[child]!)),
    ];
  }
}
