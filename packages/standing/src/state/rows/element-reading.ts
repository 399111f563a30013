/** Reads a pattern node's node and edges, with their origins if the plan tracks them. */
import type { NodeId, Value } from '@weir/model';
import type { ElementReads } from '../../plan/node-demands.js';
import type { RowEdgePlan, RowNodePlan } from '../../plan/row-plan.js';
import type { StandingNode } from '../../contract/standing-node.js';
import { edgesTo, readNode } from '../node/node-reading.js';
import { NO_ORIGINS } from '../origins/origin-set.js';
import type { Writers } from '../origins/writers.js';
import type { NeighborEdges } from './neighbor-rows.js';
import { reducedTo } from './reduction.js';
import type { RowState } from './row-state.js';

export const NO_NEIGHBOUR_EDGES: NeighborEdges = { edges: [], origins: undefined };

export function readOwn(state: RowState, node: StandingNode, writers: Writers | undefined): void {
  const { plan } = state;
  state.node = node.id;
  state.own = plan.hasOwnColumn ? ownColumn(plan, node) : undefined;
  if (plan.tracksOrigins) state.ownOrigins = writers?.ofNode(plan, node) ?? NO_ORIGINS;
}

function ownColumn({ ownReduction, reads }: RowNodePlan, node: StandingNode): Value | undefined {
  if (ownReduction !== undefined) return reducedTo(ownReduction, key => node.property(key));
  return readsAny(reads) ? readNode(node, reads) : undefined;
}

function readsAny({ keys, all, labels }: ElementReads): boolean {
  return all || labels || keys.length > 0;
}

/** Returns the edges over which a neighbor fills a pattern edge. */
export function neighborEdges(
  state: RowState,
  patternEdge: RowEdgePlan,
  node: StandingNode,
  neighbor: NodeId,
  writers: Writers | undefined,
): NeighborEdges {
  const edges = edgesTo(patternEdge, node, neighbor);
  if (!state.plan.tracksOrigins) return { edges, origins: undefined };
  const origins = edges.map(edge =>
    edge === null || writers === undefined ? NO_ORIGINS : writers.ofEdge(patternEdge, node.id, edge),
  );
  return { edges, origins };
}
