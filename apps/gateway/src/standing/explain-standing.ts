/** Explains the plan of a standing query, and why a node does not match. */
import { formatNodeId, type NodeId, queryJson, type Value } from '@weir/model';
import type { PatternNodeDescription, ExplainedPatternNode, StandingHandle } from '@weir/contract';
import { nodeVerdict } from '@weir/runtime';

/** @param node also explains this node; absent: only the query as a whole. */
export async function explainStanding(
  query: Pick<StandingHandle, 'inspection'>,
  node: NodeId | undefined,
): Promise<unknown> {
  const { kind, patternNodes, results, counting } = await query.inspection.survey({
    counts: node === undefined,
  });
  const summary = {
    kind: kind === 'witnesses' ? 'traces' : kind,
    parts: patternNodes.map(each => ({ ...described(each), states: each.states })),
    results,
    ...(counting === undefined ? {} : { counting }),
  };
  if (node === undefined) return summary;
  const explanations = await query.inspection.explain(node);
  const [own, ...others] = explanations;
  const { exists, matches, missing } = nodeVerdict(explanations);
  return {
    ...summary,
    exists,
    matches,
    missing: missing.map(({ node: where, nodeIndex, variable, what }) => ({
      node: formatNodeId(where),
      part: nodeIndex,
      variable: variable ?? null,
      what,
    })),
    onNode: own.patternNodes.map(explained),
    further: others.map(({ node: other, patternNodes: found }) => ({
      node: formatNodeId(other),
      parts: found.map(explained),
    })),
  };
}

function described(description: PatternNodeDescription): object {
  const { number, variable, parent, role, hop, demands, filters, watches, patternEdges } = description;
  return {
    part: number,
    variable: variable ?? null,
    askedBy: parent ?? null,
    role,
    ...(hop === undefined ? {} : { hop }),
    conditions: demands,
    filters,
    watches,
    edges: patternEdges.map(({ edge, nodeIndex, mode }) => ({ edge, part: nodeIndex ?? null, mode })),
  };
}

function explained(explanation: ExplainedPatternNode): object {
  const { variable, isRoot, isAsked, hop, holds, demands, filters, waitingFor, dropped } = explanation;
  return {
    part: explanation.nodeIndex,
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
    edges: explanation.patternEdges.map(
      ({ nodeIndex: other, others, hint, edge, mode, neighbours, matching, matchingCount, isMissing }) => ({
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
    groups: explanation.groupNodes.map(formatNodeId),
    results: explanation.results,
  };
}

function asJson(value: Value): unknown {
  return JSON.parse(queryJson(value));
}
