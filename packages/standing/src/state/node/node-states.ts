/**
 * What all pattern nodes know on one graph node, as the state that it keeps: the first one's, which leads to the
 * others; or, past a few, a table of them. A graph node for which there is none keeps `undefined`.
 */
import type { PlanNode } from '../../plan/standing-plan.js';
import type { HeldResults } from './held-results.js';
import type { StandingState } from '../../contract/standing-state.js';

/** What one node of a plan knows on a graph node. */
export interface NodeState extends StandingState {
  readonly plan: PlanNode;
  /** The next one on the graph node. */
  next: NodeState | undefined;
  /** Of a root, or a group node. */
  readonly results?: HeldResults;
}

const MOST_LINKED = 8;

export class StateTable implements StandingState {
  readonly states = new Map<PlanNode, NodeState>();

  get isEmpty(): boolean {
    return this.states.size === 0;
  }
}

export type NodeStates = NodeState | StateTable | undefined;

export function stateOf(states: NodeStates, plan: PlanNode): NodeState | undefined {
  if (states instanceof StateTable) return states.states.get(plan);
  for (let state: NodeState | undefined = states; state !== undefined; state = state.next)
    if (state.plan === plan) return state;
  return undefined;
}

/** @param state of a node of the plan that has none yet. */
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
    return states.isEmpty ? undefined : states;
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

/** The pattern nodes as they are now, safe against changes while it is read. */
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
