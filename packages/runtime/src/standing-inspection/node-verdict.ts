/** What an explanation of a node amounts to. */
import type { NodeId } from '@weir/model';
import type { NodeExplanation, ExplainedPatternNode } from '@weir/contract';

export interface NodeVerdict {
  /** Something was written to the node. */
  readonly exists: boolean;
  /** The query has results on it, or in groups that its rows belong to, groups of groups too. */
  readonly matches: boolean;
  /** What is missing, there and at nodes around it; nothing if it matches. */
  readonly missing: readonly MissingPiece[];
}

export interface MissingPiece {
  readonly node: NodeId;
  readonly nodeIndex: number;
  readonly variable: string | undefined;
  readonly what: string;
}

/** @param explanations what `StandingHandle.explain` says of the node. */
export function nodeVerdict([own, ...further]: readonly [
  NodeExplanation,
  ...NodeExplanation[],
]): NodeVerdict {
  const root = own.patternNodes[0]!;
  const groups = further.flatMap(({ patternNodes }) => patternNodes.filter(({ isGroupNode }) => isGroupNode));
  const inGroups = root.groupNodes.length > 0 && groups.some(({ results }) => results.length > 0);
  const matches = root.results.length > 0 || inGroups;
  if (matches) return { exists: root.nodeExists, matches, missing: [] };
  const missing = [{ node: own.node, patternNodes: played(own.patternNodes) }, ...further].flatMap(missingOn);
  // It plays its part for others, and nothing is missing there: then why it is no root itself.
  return { exists: root.nodeExists, matches, missing: missing.length === 0 ? missingOn(own) : missing };
}

/** Any node could be a root: that this one is none matters only if it is nothing else. */
function played(patternNodes: readonly ExplainedPatternNode[]): readonly ExplainedPatternNode[] {
  const asked = patternNodes.filter(({ isRoot, holds }) => !isRoot || holds);
  return asked.length > 0 ? asked : patternNodes;
}

function missingOn({ node, patternNodes }: NodeExplanation): MissingPiece[] {
  return patternNodes.flatMap(({ nodeIndex, variable, missing }) =>
    missing.map(what => ({ node, nodeIndex, variable, what })),
  );
}
