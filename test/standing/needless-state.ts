/**
 * Law 6, said of every state on the toy network: a root's state is there because the node itself holds, any other one
 * because a neighbour that holds asks over an edge that fits, a group's home because it has members.
 */
import type { HalfEdge, NodeId } from '@weir/model';
import {
  inspectState,
  type PartInspection,
  type RowPartPlan,
  type StandingPlan,
  type RowSlotPlan,
} from '@weir/standing';
import type { ToyNetwork } from './toy-network.js';
import type { ToyNode } from './toy-node.js';

/** @returns the first state that nothing is the reason of; `undefined` if there is none. For when all is quiet. */
export function needlessState(network: ToyNetwork, plan: StandingPlan): string | undefined {
  for (const node of network.nodes.values()) {
    for (const state of inspectState(node.state)) {
      if (state.query !== plan.query) continue;
      const why = reasonAgainst(network, plan, node, state);
      if (why !== undefined) return `part ${state.part} on ${node.id}: ${why}`;
    }
  }
  return undefined;
}

function reasonAgainst(
  network: ToyNetwork,
  plan: StandingPlan,
  node: ToyNode,
  state: PartInspection,
): string | undefined {
  const part = plan.parts[state.part]!;
  if (part.kind === 'writers') return undefined;
  if (part.kind === 'home') {
    const members = state.slots.flatMap(({ reported }) => reported);
    return members.length > 0 || plan.result.groups[part.grouping]!.isGlobal
      ? undefined
      : 'a home without members';
  }
  if (part.isRoot) {
    const left = state.waitingFor.filter(home => !isMember(network, plan, home as NodeId, node.id));
    if (!state.active) return 'a root that does not hold';
    return left.length > 0 ? `a root that waits for ${left.join()}` : undefined;
  }
  const asking = plan.parts[part.parent!.part] as RowPartPlan;
  const slot = asking.slots[part.parent!.slot]!;
  for (const subscriber of state.subscribers) {
    const asker = network.nodes.get(subscriber)!;
    const isAsking = inspectState(asker.state).some(
      other => other.query === plan.query && other.part === asking.number && other.active,
    );
    if (!isAsking) return `${subscriber} is subscribed and does not ask`;
    if (slot.here ? asker !== node : !asker.edgesWith(node.id).some(edge => fits(slot, edge)))
      return `${subscriber} is subscribed without an edge`;
  }
  return undefined;
}

function isMember(network: ToyNetwork, plan: StandingPlan, home: NodeId, root: NodeId): boolean {
  return inspectState(network.nodes.get(home)?.state).some(
    ({ query, slots }) =>
      query === plan.query &&
      slots.some(({ reported }) => reported.some(({ neighbour }) => neighbour === root)),
  );
}

function fits(slot: RowSlotPlan, { label, direction }: HalfEdge): boolean {
  if (slot.direction !== undefined && slot.direction !== direction) return false;
  if (slot.labels !== undefined) return slot.labels.includes(label);
  return slot.acceptsLabel === undefined || slot.acceptsLabel(label);
}
