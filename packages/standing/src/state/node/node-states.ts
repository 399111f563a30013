/**
 * The states of all pattern nodes on one graph node: a linked list that begins with the first state, or a table if
 * there are more than a few. `undefined` if there are none.
 */
import type { PlanNode } from '../../plan/standing-plan.js';
import type { HeldResults } from './held-results.js';
import type { StandingState } from '../../contract/standing-state.js';

/** State of one node of a plan on a graph node. */
export interface NodeState {
  readonly plan: PlanNode;
  /** The next state on the graph node. */
  next: NodeState | undefined;
  /** For a root or a group node. */
  readonly results?: HeldResults;
}

const MOST_LINKED = 8;

class StateTable {
  readonly states = new Map<PlanNode, NodeState>();
}

export type NodeStates = NodeState | StateTable | undefined;

/** Returns the opaque form that the graph keeps. */
export function sealed(states: NodeStates): StandingState | undefined {
  return states as StandingState | undefined;
}

/** Returns the contents of a state that the graph keeps. Only `sealed` creates such states. */
export function unsealed(state: StandingState | undefined): NodeStates {
  return state as NodeStates;
}

/** Returns the state of a node of the plan; its type matches the type of that node. */
export function stateOf<State extends NodeState>(states: NodeStates, plan: State['plan']): State | undefined {
  if (states instanceof StateTable) return states.states.get(plan) as State | undefined;
  for (let state: NodeState | undefined = states; state !== undefined; state = state.next)
    if (state.plan === plan) return state as State;
  return undefined;
}

/** @param state of a node of the plan that has no state yet. */
export function withState(states: NodeStates, state: NodeState): NodeStates {
  if (states instanceof StateTable) {
    states.states.set(state.plan, state);
    return states;
  }
  state.next = states;
  let length = 0;
  for (let next: NodeState | undefined = state; next !== undefined; next = next.next) length++;
  return length > MOST_LINKED ? tableOf(state) : state;
}

export function withoutState(states: NodeStates, state: NodeState): NodeStates {
  if (states instanceof StateTable) {
    states.states.delete(state.plan);
    return states.states.size === 0 ? undefined : states;
  }
  if (states === state) {
    const rest = state.next;
    state.next = undefined;
    return rest;
  }
  for (let before: NodeState | undefined = states; before !== undefined; before = before.next) {
    if (before.next !== state) continue;
    before.next = state.next;
    state.next = undefined;
    break;
  }
  return states;
}

/** Returns the current states, as a copy that later changes do not affect. */
export function allStates(states: NodeStates): readonly NodeState[] {
  if (states instanceof StateTable) return [...states.states.values()];
  const all: NodeState[] = [];
  for (let state: NodeState | undefined = states; state !== undefined; state = state.next) all.push(state);
  return all;
}

function tableOf(first: NodeState): StateTable {
  const table = new StateTable();
  for (const state of allStates(first)) {
    state.next = undefined;
    table.states.set(state.plan, state);
  }
  return table;
}
