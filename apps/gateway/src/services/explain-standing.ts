/** "What is this standing query made of, and why does this node not match?" */
import { formatNodeId, type NodeId, queryJson, type Value } from '@weir/model';
import type { PartDescription, PartOnNode, StandingHandle } from '@weir/contract';
import { nodeVerdict } from '@weir/runtime';

/** @param node to be explained too; absent: only the query as a whole. */
export async function explainStanding(
  query: Pick<StandingHandle, 'survey' | 'explain'>,
  node: NodeId | undefined,
): Promise<unknown> {
  const { kind, parts, results, counting } = await query.survey({ counts: node === undefined });
  const summary = {
    kind,
    parts: parts.map(part => ({ ...described(part), states: part.states })),
    results,
    ...(counting === undefined ? {} : { counting }),
  };
  if (node === undefined) return summary;
  const explanations = await query.explain(node);
  const [own, ...others] = explanations;
  const { exists, matches, missing } = nodeVerdict(explanations);
  return {
    ...summary,
    exists,
    matches,
    missing: missing.map(piece => ({
      ...piece,
      node: formatNodeId(piece.node),
      variable: piece.variable ?? null,
    })),
    onNode: own.parts.map(explained),
    further: others.map(({ node: other, parts: found }) => ({
      node: formatNodeId(other),
      parts: found.map(explained),
    })),
  };
}

function described(description: PartDescription): object {
  const { number, variable, parent, role, hop, demands, filters, watches, slots } = description;
  return {
    part: number,
    variable: variable ?? null,
    askedBy: parent ?? null,
    role,
    ...(hop === undefined ? {} : { hop }),
    conditions: demands,
    filters,
    watches,
    edges: slots.map(({ edge, part, mode }) => ({ edge, part: part ?? null, mode })),
  };
}

function explained(explanation: PartOnNode): object {
  const { part, variable, isRoot, isAsked, hop, holds, demands, slots, filters, waitingFor, homes } =
    explanation;
  const { dropped } = explanation;
  return {
    part,
    variable: variable ?? null,
    isRoot,
    isAsked,
    ...(hop === undefined ? {} : { hop }),
    askedBy: explanation.askers.map(formatNodeId),
    holds,
    conditions: demands.map(({ demand, holds: fulfilled, found, hint }) => ({
      condition: demand,
      holds: fulfilled,
      ...(found === undefined ? {} : { found: asJson(found) }),
      ...(hint === undefined ? {} : { hint }),
    })),
    edges: slots.map(
      ({ part: other, others, hint, edge, mode, neighbours, matching, matchingCount, isMissing }) => ({
        edge,
        mode,
        neighbours,
        matching,
        matchingCount,
        isMissing,
        part: other ?? null,
        others: others.map(formatNodeId),
        ...(hint === undefined ? {} : { hint }),
      }),
    ),
    filters: filters.map(({ failing, ...filter }) => ({ ...filter, failing: failing.map(asJson) })),
    waitingFor,
    rows: explanation.rows ?? null,
    dropped: dropped.reduce((sum, each) => sum + each.rows, 0),
    groups: homes.map(formatNodeId),
    results: explanation.results,
  };
}

function asJson(value: Value): unknown {
  return JSON.parse(queryJson(value));
}
