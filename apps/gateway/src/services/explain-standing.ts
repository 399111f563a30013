/** "What is this standing query made of, and why does this node not match?" */
import { formatNodeId, type NodeId, queryJson, type Value } from '@weir/model';
import type { NodeExplanation, PartDescription, PartOnNode, StandingHandle } from '@weir/runtime';

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
  const [own, ...others] = await query.explain(node);
  const further = others.map(({ node: other, parts: found }) => ({
    node: formatNodeId(other),
    parts: found.map(explained),
  }));
  const [root] = own!.parts;
  return {
    ...summary,
    exists: root!.nodeExists,
    matches: root!.results.length > 0 || root!.homes.some(home => hasResults(others, home)),
    missing: [{ node: own!.node, parts: played(own!.parts) }, ...others].flatMap(missingOn),
    onNode: own!.parts.map(explained),
    further,
  };
}

function hasResults(nodes: readonly NodeExplanation[], home: NodeId): boolean {
  return nodes.some(({ node, parts }) => node === home && parts.some(each => each.results.length > 0));
}

function described({ number, variable, parent, role, demands, watches, slots }: PartDescription): object {
  return {
    part: number,
    variable: variable ?? null,
    askedBy: parent ?? null,
    role,
    conditions: demands,
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

/** Any node could be a root: that this one is none matters only if it is nothing else. */
function played(parts: readonly PartOnNode[]): readonly PartOnNode[] {
  const asked = parts.filter(({ isRoot, holds }) => !isRoot || holds);
  return asked.length > 0 ? asked : parts;
}

function missingOn({ node, parts }: NodeExplanation): object[] {
  return parts.flatMap(({ part, variable = null, missing }) =>
    missing.map(what => ({ node: formatNodeId(node), part, variable, what })),
  );
}

function asJson(value: Value): unknown {
  return JSON.parse(queryJson(value));
}
