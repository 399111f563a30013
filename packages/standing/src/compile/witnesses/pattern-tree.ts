/** The pattern as a tree below its root: every other node has one edge that leads up. */
import { WeirError } from '@weir/platform';
import type { StandingPattern } from './standing-pattern.js';

export interface TreeNode {
  readonly number: number;
  /** Index into the pattern's nodes. */
  readonly node: number;
  readonly parent: number | undefined;
  /** The edge that leads up; an index into the pattern's edges, like all numbers below. */
  readonly entry: number | undefined;
  readonly loops: readonly number[];
  /** Numbers of the children, in source order. */
  readonly children: readonly number[];
  /** Loops, edges to the children, and everything below them. */
  readonly below: readonly number[];
}

export interface PatternTree {
  /** Parents before children. */
  readonly treeNodes: readonly TreeNode[];
}

interface OpenNode {
  readonly number: number;
  readonly node: number;
  readonly parent: number | undefined;
  readonly entry: number | undefined;
  readonly loops: number[];
  readonly children: number[];
  readonly below: number[];
}

/** @throws WeirError `standing.invalid-pattern` if the pattern is not a tree. */
export function patternTree(pattern: StandingPattern): PatternTree {
  const treeNodes: OpenNode[] = [];
  const seen = new Set<number>();

  const visit = (node: number, parent: number | undefined, entry: number | undefined): OpenNode => {
    if (seen.has(node)) throw new WeirError('standing.invalid-pattern', 'Pattern has a cycle');
    seen.add(node);
    const treeNode: OpenNode = {
      number: treeNodes.length,
      node,
      parent,
      entry,
      loops: [],
      children: [],
      below: [],
    };
    treeNodes.push(treeNode);
    pattern.edges.forEach((edge, index) => {
      if (index === entry || (edge.source !== node && edge.target !== node)) return;
      if (edge.source === edge.target) {
        treeNode.loops.push(index);
        treeNode.below.push(index);
        return;
      }
      const child = visit(edge.source === node ? edge.target : edge.source, treeNode.number, index);
      treeNode.children.push(child.number);
      treeNode.below.push(index, ...child.below);
    });
    return treeNode;
  };

  visit(pattern.root, undefined, undefined);
  if (seen.size < pattern.nodes.length) {
    throw new WeirError('standing.invalid-pattern', 'Pattern is not connected');
  }
  return { treeNodes };
}
