/** Summarizes the explanation of a node. */
import type { NodeId } from '@weir/model';
import type { NodeExplanation, ExplainedPatternNode } from '@weir/contract';

export interface NodeVerdict {
  /** Whether the node was written. */
  readonly exists: boolean;
  /**
   * Whether the query has results on the node, or in groups to which its rows contribute, including groups of groups.
   */
  readonly matches: boolean;
  /** Missing conditions at the node and at nodes around it; empty if it matches. */
  readonly missing: readonly MissingRequirement[];
}

export interface MissingRequirement {
  readonly node: NodeId;
  readonly nodeIndex: number;
  readonly variable: string | undefined;
  readonly what: string;
}

/** @param explanations the result of `StandingHandle.explain` for the node. */
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
  // If the node supports others and nothing is missing there, explains why it is not a root itself.
  return { exists: root.nodeExists, matches, missing: missing.length === 0 ? missingOn(own) : missing };
}

/** Any node could be a root, so that a node is not one matters only if it has no other role. */
function played(patternNodes: readonly ExplainedPatternNode[]): readonly ExplainedPatternNode[] {
  const candidates = patternNodes.filter(({ isRoot, holds }) => !isRoot || holds);
  return candidates.length > 0 ? candidates : patternNodes;
}

function missingOn({ node, patternNodes }: NodeExplanation): MissingRequirement[] {
  return patternNodes.flatMap(({ nodeIndex, variable, missing }) =>
    missing.map(what => ({ node, nodeIndex, variable, what })),
  );
}
