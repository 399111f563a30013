/**
 * Children of one pattern node with the same demands over the same label and direction, all the way down, as in "five
 * failed requests of one client". They are evaluated once, and the join selects that many distinct assignments.
 * Swapping them maps the pattern onto itself, so their columns and exclusions agree too.
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
    this.demands = tree.treeNodes.map(treeNode => this.demandOf(treeNode));
  }

  /** The index of the first edge of `treeNode` with the same demands as the given one, possibly that edge itself. */
  first(treeNode: TreeNode, edgeIndex: number): number {
    return treeNode.children.findIndex(child => this.areTwins(child, treeNode.children[edgeIndex]!));
  }

  /** The index of the last edge before the given one with the same demands; -1 if none. */
  before(treeNode: TreeNode, edgeIndex: number): number {
    for (let other = edgeIndex - 1; other >= 0; other--) {
      if (this.areTwins(treeNode.children[other]!, treeNode.children[edgeIndex]!)) return other;
    }
    return -1;
  }

  private areTwins(a: number, b: number): boolean {
    return isDeepStrictEqual(this.demands[a], this.demands[b]);
  }

  /** All demands of a child and its pattern edge, in source order. */
  private demandOf(treeNode: TreeNode): unknown {
    const { id, labels, tests, conditions } = this.pattern.nodes[treeNode.node]!;
    const entry = treeNode.entry === undefined ? undefined : this.pattern.edges[treeNode.entry]!;
    return [
      entry?.label,
      entry === undefined ? undefined : directionFrom(treeNode.node, entry),
      id,
      labels,
      tests.map(test => (test.kind === 'matches' ? [test.kind, test.key, test.pattern] : test)),
      conditions,
      treeNode.loops.map(loop => this.pattern.edges[loop]!.label),
      treeNode.children.map(child => this.demandOf(this.tree.treeNodes[child]!)),
    ];
  }
}
