/** Restores a node's state from its standing events and the node itself. */
import type { NodeId } from '@weir/model';
import {
  type GroupNodePlan,
  patternNodeNumbered,
  type PatternNodePlan,
  rootOf,
  type StandingPlan,
} from '../plan/standing-plan.js';
import {
  type NodeState,
  type NodeStates,
  stateOf,
  withoutState,
  withState,
} from '../state/node/node-states.js';
import type { StandingNode } from '../contract/standing-node.js';
import { groupNodeAbove, lastGroupNode } from '../state/groups/group-nodes.js';
import { holdsOnNode } from '../state/node/node-reading.js';
import { Writers, writersPlanOf } from '../state/origins/writers.js';

import type { Member } from '../state/groups/member.js';
import { bagOf, keptRows } from '../collections/kept-rows.js';
import type { RowBag } from '../collections/row-bag.js';
import type { WitnessRoot } from '../state/witnesses/witness-state.js';
import { layoutOf } from './layouts.js';
import { PatternNodeState, type PatternState } from '../state/pattern/pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from '../state/node/standing-events.js';
import { GroupNode } from '../state/groups/group-node.js';
import { type RowRoot, type RowState, waitKey } from '../state/rows/row-state.js';

type Root = RowRoot | WitnessRoot;

export function applyStandingEvent(
  states: NodeStates,
  plan: StandingPlan,
  event: StandingPayload,
): NodeStates {
  switch (event[0]) {
    case StandingEventKind.Subscribed: {
      const nodePlan = patternNodeNumbered(plan, event[1]);
      const known = stateOf<PatternState>(states, nodePlan);
      const state = known ?? layoutOf(nodePlan).newState(nodePlan);
      state.subscribe(event[2]);
      return known === undefined ? withState(states, state) : states;
    }
    case StandingEventKind.Unsubscribed: {
      const state = stateOf<PatternState>(states, patternNodeNumbered(plan, event[1]));
      if (state === undefined) return states;
      state.unsubscribe(event[2]);
      return state.hasSubscribers ? states : withoutState(states, state);
    }
    case StandingEventKind.Reported: {
      const groupPlan = groupNodeAbove(plan, event[1]);
      if (groupPlan !== undefined) {
        const [all, groupNode] = groupNodeIn(states, plan, groupPlan);
        addRows(groupNode, event[2], event[3]!);
        return all;
      }
      const subscribed = subscribedState(states, plan, event[1]);
      if (subscribed === undefined) return states;
      const { state, edgeIndex, child } = subscribed;
      layoutOf(state.plan).putReport(state, edgeIndex, event[2], child, event[3]);
      return states;
    }
    case StandingEventKind.Silent: {
      const groupPlan = groupNodeAbove(plan, event[1]);
      if (groupPlan !== undefined) {
        const [all, groupNode] = groupNodeIn(states, plan, groupPlan);
        groupNode.delete(event[2]);
        return withoutIdle(all, groupNode);
      }
      const subscribed = subscribedState(states, plan, event[1]);
      if (subscribed === undefined) return states;
      const { state, edgeIndex } = subscribed;
      layoutOf(state.plan).dropReport(state, edgeIndex, event[2]);
      return states;
    }
    case StandingEventKind.Answered: {
      const subscribed = subscribedState(states, plan, event[1]);
      if (subscribed === undefined) return states;
      const state = subscribed.state as RowState;
      (state.answered ??= new Set()).add(waitKey(subscribed.edgeIndex, event[2]));
      return states;
    }
    case StandingEventKind.Complete: {
      const known =
        event[1] === 0
          ? rootIn(states, plan)[1]
          : stateOf<PatternState>(states, patternNodeNumbered(plan, event[1]));
      const state = known as RowState;
      state.complete = true;
      state.answered = undefined;
      return states;
    }
    case StandingEventKind.Cleared: {
      const state = stateOf<PatternState>(states, patternNodeNumbered(plan, event[1]));
      if (state === undefined) return states;
      state.forget();
      return state.plan.isRoot ? withoutIdle(states, state) : states;
    }
    case StandingEventKind.RootActive: {
      const [all, root] = rootIn(states, plan);
      root.active = true;
      return all;
    }
    case StandingEventKind.ResultBegan: {
      const [all, holder] = memberIn(states, plan, lastGroupNode(plan));
      holder.results.began(event[1], event[2]!);
      return all;
    }
    case StandingEventKind.ResultEnded: {
      const [all, holder] = memberIn(states, plan, lastGroupNode(plan));
      holder.results.end(event[1]!);
      return withoutIdle(all, holder);
    }
    case StandingEventKind.ResultRenamed: {
      stateOf(states, lastGroupNode(plan) ?? plan.nodes[0]!)?.results?.rename(event[3], event[1], event[2]);
      return states;
    }
    case StandingEventKind.Leaving: {
      const [all, member] = memberIn(states, plan, groupNodeNumbered(plan, event[2]));
      (member as Member).leave(event[1]);
      return all;
    }
    case StandingEventKind.Left: {
      const [all, member] = memberIn(states, plan, groupNodeNumbered(plan, event[2]));
      (member as Member).left(event[1]);
      return withoutIdle(all, member);
    }
    case StandingEventKind.Written: {
      const writersPlan = writersPlanOf(plan);
      if (writersPlan === undefined) return states;
      const known = stateOf<Writers>(states, writersPlan);
      const writers = known ?? new Writers(writersPlan);
      writers.set(event[1], event[2]);
      if (writers.isEmpty) return known === undefined ? states : withoutState(states, writers);
      return known === undefined ? withState(states, writers) : states;
    }
    // Left over from a removed plan.
    default:
      return states;
  }
}

/** Derives everything that is not journaled. */
export function deriveState(
  state: NodeState,
  node: StandingNode,
  plan: StandingPlan,
  writers: Writers | undefined,
): void {
  if (state instanceof GroupNode) {
    state.forEach((_, members) => {
      for (const { row, count } of bagOf(members).rows()) state.group.add(row, count);
    });
    return;
  }
  if (!(state instanceof PatternNodeState)) return;
  if (!state.plan.isRoot) state.active = holdsOnNode(state.plan, node);
  if (!state.active) return;
  layoutOf(state.plan).derive(state, node, plan, writers);
}

/** @param nodeIndex `undefined` for events of the root, which carry no number. */
function groupNodeNumbered(plan: StandingPlan, nodeIndex: number | undefined): GroupNodePlan | undefined {
  return nodeIndex === undefined ? undefined : (plan.nodes[nodeIndex] as GroupNodePlan);
}

function memberIn(
  states: NodeStates,
  plan: StandingPlan,
  groupNode: GroupNodePlan | undefined,
): [NodeStates, Member | Root] {
  return groupNode === undefined ? rootIn(states, plan) : groupNodeIn(states, plan, groupNode);
}

function groupNodeIn(
  states: NodeStates,
  plan: StandingPlan,
  groupPlan: GroupNodePlan,
): [NodeStates, GroupNode] {
  const known = stateOf<GroupNode>(states, groupPlan);
  if (known !== undefined) return [states, known];
  const groupNode = new GroupNode(groupPlan, plan);
  return [withState(states, groupNode), groupNode];
}

function rootIn(states: NodeStates, plan: StandingPlan): [NodeStates, Root] {
  const rootPlan = rootOf(plan);
  const known = stateOf<Root>(states, rootPlan);
  if (known !== undefined) return [states, known];
  const root = layoutOf(rootPlan).newState(rootPlan) as Root;
  return [withState(states, root), root];
}

function withoutIdle(states: NodeStates, member: PatternState | Member): NodeStates {
  return member.isIdle ? withoutState(states, member) : states;
}

function subscribedState(
  states: NodeStates,
  plan: StandingPlan,
  number: number,
): { state: PatternState; edgeIndex: number; child: PatternNodePlan } | undefined {
  const child = patternNodeNumbered(plan, number);
  const { nodeIndex: parent, edgeIndex } = child.parent!;
  const state = stateOf<PatternState>(states, patternNodeNumbered(plan, parent));
  return state === undefined ? undefined : { state, edgeIndex, child };
}

function addRows(groupNode: GroupNode, member: NodeId, packed: Parameters<RowBag['addPacked']>[0]): void {
  const rows = bagOf(groupNode.get(member));
  rows.addPacked(packed);
  groupNode.set(member, keptRows(rows));
}
