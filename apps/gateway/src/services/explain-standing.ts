/** "What is this standing query made of, and why does this node not match?" */
import { formatNodeId, type NodeId } from '@weir/model';
import type { StandingHandle } from '@weir/runtime';

/** @param node to be explained too; absent: only the query as a whole. */
export async function explainStanding(
  query: Pick<StandingHandle, 'survey' | 'inspectNode'>,
  node: NodeId | undefined,
): Promise<unknown> {
  const summary = await query.survey();
  if (node === undefined) return summary;
  const states = new Map((await query.inspectNode(node)).map(state => [state.part, state]));
  const onNode = summary.parts.map(({ states: _, ...part }) => {
    const state = states.get(part.part);
    return {
      ...part,
      isAsked: part.askedBy === null || (state?.subscribers ?? 0) > 0,
      holds: state?.active ?? false,
      failing: state?.failing ?? [],
      results: state?.rows.length ?? 0,
      waitingFor: state?.waitingFor ?? [],
      neighbours: part.edges.map((edge, i) => ({
        edge,
        fitting: (state?.neighbours[i] ?? []).map(formatNodeId),
      })),
    };
  });
  return { ...summary, onNode };
}
