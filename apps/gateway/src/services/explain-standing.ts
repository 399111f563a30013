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
  return {
    ...summary,
    missing: [{ node: own!.node, parts: played(own!.parts) }, ...others].flatMap(missingOn),
    onNode: own!.parts.map(explained),
    further,
  };
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
  const { part, variable, isRoot, isAsked, holds, demands, slots, filters, waitingFor } = explanation;
  return {
    part,
    variable: variable ?? null,
    isRoot,
    isAsked,
    askedBy: explanation.askers.map(formatNodeId),
    holds,
    conditions: demands.map(({ demand, holds: fulfilled, found }) => ({
      condition: demand,
      holds: fulfilled,
      ...(found === undefined ? {} : { found: asJson(found) }),
    })),
    edges: slots.map(({ part: other, others, ...slot }) => ({
      ...slot,
      part: other ?? null,
      others: others.map(formatNodeId),
    })),
    filters: filters.map(({ failing, ...filter }) => ({ ...filter, failing: failing.map(asJson) })),
    waitingFor,
    rows: explanation.rows ?? null,
    dropped: explanation.dropped,
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
