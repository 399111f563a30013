/**
 * Law 6 for every state on the toy network: a root has state only if the node itself matches its tests, any other node
 * only if a matching neighbor subscribes over a fitting edge, a group node only if it has members.
 */
import type { HalfEdge, NodeId } from '@weir/model';
import { inspectState, type StateInspection, type StandingPlan } from '@weir/standing';
import type { RowEdgePlan, RowNodePlan } from '@weir/standing/testing';
import type { ToyNetwork } from './toy-network.js';
import type { ToyNode } from './toy-node.js';

/** @returns the first state without a reason; `undefined` if there is none. Call at rest. */
export function needlessState(network: ToyNetwork, plan: StandingPlan): string | undefined {
  for (const node of network.nodes.values()) {
    for (const state of inspectState(node.state)) {
      if (state.query !== plan.query) continue;
      const why = reasonAgainst(network, plan, node, state);
      if (why !== undefined) return `pattern node ${state.nodeIndex} on ${node.id}: ${why}`;
    }
  }
  return undefined;
}

function reasonAgainst(
  network: ToyNetwork,
  plan: StandingPlan,
  node: ToyNode,
  state: StateInspection,
): string | undefined {
  const planNode = plan.nodes[state.nodeIndex]!;
  if (planNode.kind === 'writers') return undefined;
  if (planNode.kind === 'group') {
    const members = state.patternEdges.flatMap(({ reported }) => reported);
    return members.length > 0 || plan.result.groups[planNode.grouping]!.isGlobal
      ? undefined
      : 'a home without members';
  }
  if (planNode.isRoot) {
    const left = state.waitingFor.filter(groupNode => !isMember(network, plan, groupNode as NodeId, node.id));
    if (!state.active) return 'a root that does not hold';
    return left.length > 0 ? `a root that waits for ${left.join()}` : undefined;
  }
  const asking = plan.nodes[planNode.parent!.nodeIndex] as RowNodePlan;
  const patternEdge = asking.patternEdges[planNode.parent!.edgeIndex]!;
  for (const subscriber of state.subscribers) {
    const asker = network.nodes.get(subscriber)!;
    const isAsking = inspectState(asker.state).some(
      other => other.query === plan.query && other.nodeIndex === asking.number && other.active,
    );
    if (!isAsking) return `${subscriber} is subscribed and does not ask`;
    if (patternEdge.here ? asker !== node : !asker.edgesWith(node.id).some(edge => fits(patternEdge, edge)))
      return `${subscriber} is subscribed without an edge`;
  }
  return undefined;
}

function isMember(network: ToyNetwork, plan: StandingPlan, groupNode: NodeId, root: NodeId): boolean {
  return inspectState(network.nodes.get(groupNode)?.state).some(
    ({ query, patternEdges }) =>
      query === plan.query &&
      patternEdges.some(({ reported }) => reported.some(({ neighbor }) => neighbor === root)),
  );
}

function fits(patternEdge: RowEdgePlan, { label, direction }: HalfEdge): boolean {
  if (patternEdge.direction !== undefined && patternEdge.direction !== direction) return false;
  if (patternEdge.labels !== undefined) return patternEdge.labels.includes(label);
  return patternEdge.acceptsLabel === undefined || patternEdge.acceptsLabel(label);
}
