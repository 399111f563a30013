/**
 * No two edges of a pattern may stand on the same graph edge (openCypher's relationship uniqueness). This file decides,
 * at compile time, which pattern node checks each pair, and which images rows must carry for that.
 *
 * Terms. A pattern node `u` has the entry edge `e(u)` by which its subscriber reached it (the root has none), loops on
 * its node, and one pattern edge per child. `below(u)` are its loops, its pattern edges, and everything below the
 * children; `branch(c) = e(c) + below(c)`. An edge's *image* is the pair (source id, target id) that it stands on. Two
 * edges *exclude* each other if they could ever have the same image: they have the same label, and the nodes that would
 * have to coincide can: their demands don't contradict, and no other pair of edges keeps them distinct.
 *
 * Which node checks. For two edges that exclude each other let `u` be the deepest pattern node with both in `below(u)`,
 * if there is one. They are not both in `below(c)` for a child c. There are two cases:
 *
 * - They lie in two different items among u's loops and its children's branches: the join at u compares them (`checks`,
 *   `notLoop`).
 * - They lie in one branch(c), so one of them is e(c) and the other is in below(c): c compares them, separately for
 *   each subscriber, because the subscriber's id and c's own are the image of e(c) (`NodeColumn.againstEntry`).
 *
 * Every edge is below the root, so there is always such a u, and each pair is compared exactly once.
 *
 * Images in rows. A row that travels from c to its subscriber carries the images of those edges in below(c) that
 * exclude edges outside branch(c): only these are compared further up. An image travels only if it can still collide.
 * If all outside edges that it excludes have an end on the subscriber's pattern node, and the image doesn't have that
 * end on the subscriber's graph node (which c knows), the column is empty, meaning "collides with nothing". In data
 * without cycles nearly every column is empty, and a report shrinks to one empty row.
 *
 * How many rows. The edges outside a branch can forbid at most one image per (column, excluded edge) pair. So only a
 * few representatives of all rows have to be kept, however many there are: representatives.ts. An exchange argument
 * makes this compose: in a match of the whole pattern, the rows chosen in one pattern edge can be replaced by a
 * representative that avoids what the rest of the match forbids, then the rows of the next pattern edge, and so on.
 * Rows built from representatives are reduced to representatives again before they are reported.
 */
import { Direction } from '@weir/model';
import { type EdgeColumn, Keep } from '../../plan/edge-columns.js';
import { excludeEachOther } from '../../plan/property-test.js';
import type { PatternEdge, PatternNode, StandingPattern } from './standing-pattern.js';
import type { PatternTree, TreeNode } from './pattern-tree.js';

export class EdgeUniqueness {
  constructor(
    private readonly pattern: StandingPattern,
    private readonly tree: PatternTree,
  ) {}

  /** Columns of a pattern edge of `treeNode`: its own image first, then what the child reports. */
  edgeColumns(treeNode: TreeNode, child: TreeNode): EdgeColumn[] {
    const branch = [child.entry!, ...child.below];
    return this.columnsOf(branch, this.outside(branch), treeNode.node);
  }

  /** The columns that a pattern node reports to its subscriber, with `keep` relative to the subscriber's node. */
  reportedColumns(treeNode: TreeNode): EdgeColumn[] {
    if (treeNode.parent === undefined) return [];
    const branch = [treeNode.entry!, ...treeNode.below];
    return this.columnsOf(treeNode.below, this.outside(branch), this.tree.treeNodes[treeNode.parent]!.node);
  }

  /** Columns of a pattern node: they exclude its entry edge and whatever is outside its branch. */
  nodeColumns(treeNode: TreeNode): (EdgeColumn & { readonly againstEntry: boolean })[] {
    if (treeNode.parent === undefined) return [];
    return this.columnsOf(treeNode.below, this.outside(treeNode.below), treeNode.node).map(column => ({
      ...column,
      againstEntry: this.areExclusive(column.edge, treeNode.entry!),
    }));
  }

  areExclusive(a: number, b: number): boolean {
    const { edges } = this.pattern;
    const left = edges[a]!;
    const right = edges[b]!;
    return a !== b && left.label === right.label && this.canCoincide(left, right);
  }

  private columnsOf(edges: readonly number[], outside: readonly number[], node: number): EdgeColumn[] {
    const columns: EdgeColumn[] = [];
    for (const edge of edges) {
      const exclusions = outside.filter(other => this.areExclusive(edge, other));
      if (exclusions.length === 0) continue;
      let keep = 0;
      for (const exclusion of exclusions) keep |= this.keepFor(exclusion, node);
      columns.push({ edge, exclusions: exclusions.length, keep });
    }
    return columns;
  }

  private keepFor(exclusion: number, node: number): number {
    const { source, target } = this.pattern.edges[exclusion]!;
    if (source === node) return target === node ? Keep.AtBoth : Keep.AtSource;
    return target === node ? Keep.AtTarget : Keep.Always;
  }

  private outside(edges: readonly number[]): number[] {
    return this.pattern.edges.map((_, edge) => edge).filter(edge => !edges.includes(edge));
  }

  /** Whether the nodes that two edges with the same image would share permit each other. */
  private canCoincide(a: PatternEdge, b: PatternEdge): boolean {
    const sources = [a.source, b.source];
    const targets = [a.target, b.target];
    // Siblings are kept distinct by their own edges; this must not be assumed when checking those edges.
    const areSiblings = a.source === b.source || a.target === b.target;
    const agree = (nodes: readonly number[]): boolean =>
      nodes.every((node, i) => nodes.slice(i + 1).every(other => this.canBeOne(node, other, areSiblings)));
    const meet = sources.some(node => targets.includes(node));
    return meet ? agree([...sources, ...targets]) : agree(sources) && agree(targets);
  }

  private canBeOne(a: number, b: number, areSiblings: boolean): boolean {
    if (a === b) return true;
    const { nodes } = this.pattern;
    return demandsAgree(nodes[a]!, nodes[b]!) && (areSiblings || !this.areApart(a, b));
  }

  /**
   * Whether two edges of one label, from one node or to one node, lead to these nodes, which requires different graph
   * edges.
   */
  private areApart(a: number, b: number): boolean {
    const { edges } = this.pattern;
    return edges.some(({ source, target, label }) =>
      edges.some(
        other =>
          other.label === label &&
          ((source === other.source && target === a && other.target === b) ||
            (target === other.target && source === a && other.source === b)),
      ),
    );
  }
}

function demandsAgree(a: PatternNode, b: PatternNode): boolean {
  if (a.id !== undefined && b.id !== undefined && a.id !== b.id) return false;
  return !a.tests.some(test => b.tests.some(other => excludeEachOther(test, other)));
}

/** Returns the direction in which a tree edge leaves the upper pattern node. */
export function directionFrom(node: number, edge: PatternEdge): Direction {
  return edge.source === node ? Direction.Outgoing : Direction.Incoming;
}
