/** What an explanation of a node amounts to. */
import type { NodeId } from '@weir/model';
import type { NodeExplanation, PartOnNode } from '@weir/contract';

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
  readonly part: number;
  readonly variable: string | undefined;
  readonly what: string;
}

/** @param explanations what `StandingHandle.explain` says of the node. */
export function nodeVerdict([own, ...further]: readonly [
  NodeExplanation,
  ...NodeExplanation[],
]): NodeVerdict {
  const root = own.parts[0]!;
  const groups = further.flatMap(({ parts }) => parts.filter(({ isHome }) => isHome));
  const inGroups = root.homes.length > 0 && groups.some(({ results }) => results.length > 0);
  const matches = root.results.length > 0 || inGroups;
  if (matches) return { exists: root.nodeExists, matches, missing: [] };
  const missing = [{ node: own.node, parts: played(own.parts) }, ...further].flatMap(missingOn);
  // It plays its part for others, and nothing is missing there: then why it is no root itself.
  return { exists: root.nodeExists, matches, missing: missing.length === 0 ? missingOn(own) : missing };
}

/** Any node could be a root: that this one is none matters only if it is nothing else. */
function played(parts: readonly PartOnNode[]): readonly PartOnNode[] {
  const asked = parts.filter(({ isRoot, holds }) => !isRoot || holds);
  return asked.length > 0 ? asked : parts;
}

function missingOn({ node, parts }: NodeExplanation): MissingPiece[] {
  return parts.flatMap(({ part, variable, missing }) =>
    missing.map(what => ({ node, part, variable, what })),
  );
}
