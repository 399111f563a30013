/** The results of a standing query that are true now on the nodes of one host. */
import type { GraphHost } from '@weir/graph';
import type { NodeId, Value } from '@weir/model';
import { inspectState, type StandingNode, type StandingPlan, type StandingState } from '@weir/standing';
import { resultRow } from './standing-survey.js';

export interface CurrentResult {
  readonly node: NodeId;
  readonly resultId: string;
  readonly row: readonly Value[];
}

/** Nodes woken at a time. */
const PARALLELISM = 64;

type InspectedNode = StandingNode & { readonly standing: StandingState | undefined };

export async function currentResults(
  graph: GraphHost,
  plan: StandingPlan,
): Promise<readonly CurrentResult[]> {
  const found = new Map<string, CurrentResult>();
  const look = (node: InspectedNode): void => {
    for (const part of inspectState(node.standing)) {
      if (part.query !== plan.query) continue;
      if (part.resultId !== undefined) {
        found.set(part.resultId, { node: node.id, resultId: part.resultId, row: resultRow(plan, node.id) });
      }
      for (const { row, ids } of part.results) {
        for (const resultId of ids) found.set(resultId, { node: node.id, resultId, row });
      }
    }
  };
  await graph.visitNodes(PARALLELISM, look);
  // Where nothing is stored, the nodes that are awake are all there are.
  for (const shard of graph.shards) {
    for (const node of shard.nodes.values()) if (node.waiting === undefined) look(node);
  }
  return [...found.values()];
}
