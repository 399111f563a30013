/** What a part reads of its node and edges, with the records that it comes from where the plan wants them. */
import type { NodeId } from '@weir/model';
import type { ElementReads } from '../plan/node-demands.js';
import type { RowSlotPlan, StandingPlan, WritersPlan } from '../plan/row-plan.js';
import { partOf, type NodeParts } from '../engine/node-states.js';
import type { StandingNode } from '../standing-contract.js';
import { edgesTo, readNode } from './node-reading.js';
import { NO_ORIGINS } from './origins/origin-set.js';
import type { Writers } from './origins/writers.js';
import type { FilledEdges } from './neighbour-rows.js';
import type { RowPart } from './row-state.js';

export const NO_FILLED_EDGES: FilledEdges = { edges: [], origins: undefined };

export function readOwn(part: RowPart, node: StandingNode, writers: Writers | undefined): void {
  const { plan } = part;
  part.own = plan.hasOwnColumn && readsAny(plan.reads) ? readNode(node, plan.reads) : node.id;
  if (plan.tracksOrigins) part.ownOrigins = writers?.ofNode(plan, node) ?? NO_ORIGINS;
}

function readsAny({ keys, all, labels }: ElementReads): boolean {
  return all || labels || keys.length > 0;
}

/** The edges over which a neighbour fills a slot. */
export function filledEdges(
  part: RowPart,
  slot: RowSlotPlan,
  node: StandingNode,
  neighbour: NodeId,
  writers: Writers | undefined,
): FilledEdges {
  const edges = edgesTo(slot, node, neighbour);
  if (!part.plan.tracksOrigins) return { edges, origins: undefined };
  const origins = edges.map(edge =>
    edge === null || writers === undefined ? NO_ORIGINS : writers.ofEdge(slot, node.id, edge),
  );
  return { edges, origins };
}

export function writersPlanOf(plan: StandingPlan): WritersPlan | undefined {
  return plan.parts.find(part => part.kind === 'writers');
}

/** `undefined` also where the plan does not track origins. */
export function writersOf(parts: NodeParts, plan: StandingPlan): Writers | undefined {
  if (!plan.tracksOrigins) return undefined;
  const writers = writersPlanOf(plan);
  return writers === undefined ? undefined : (partOf(parts, writers) as Writers | undefined);
}
