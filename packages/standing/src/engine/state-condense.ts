/** From a node's state to the fewest events that restore it: a snapshot stores these instead of the journal. */
import { EventKind, type StandingEvent } from '@weir/model';
import { leavingEvent } from '../state/groups/group-reports.js';
import { bagOf } from '../collections/kept-rows.js';
import { Writers } from '../state/origins/writers.js';
import type { StandingPlan } from '../plan/standing-plan.js';
import { GroupNode } from '../state/groups/group-node.js';
import { layoutOf } from './layouts.js';
import { allStates, type NodeState, type NodeStates } from '../state/node/node-states.js';
import { PatternNodeState } from '../state/pattern/pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from '../state/node/standing-events.js';

type Add = (payload: StandingPayload) => void;

/** Omits pattern nodes of queries that are not in `plans`. */
export function condenseState(states: NodeStates, plans: ReadonlyMap<number, StandingPlan>): StandingEvent[] {
  const events: StandingEvent[] = [];
  // A new pattern node is inserted before the existing ones, so emit the oldest first.
  for (const state of [...allStates(states)].reverse()) {
    const { query } = state.plan;
    if (plans.get(query)?.nodes[state.plan.number] !== state.plan) continue;
    condense(state, payload => void events.push([EventKind.Standing, query, payload]));
  }
  return events;
}

/** First the event that creates the pattern node, then reports of its neighbors, then its results. */
function condense(state: NodeState, add: Add): void {
  if (state instanceof Writers) {
    for (const [aspect, origins] of state.aspects()) add([StandingEventKind.Written, aspect, origins]);
  } else if (state instanceof GroupNode) {
    for (const [member, rows] of state) {
      add([StandingEventKind.Reported, state.plan.child, member, bagOf(rows).packed()]);
    }
    for (const groupNode of state.leaving) add(leavingEvent(StandingEventKind.Leaving, groupNode, state));
  } else if (state instanceof PatternNodeState) {
    const { plan } = state;
    for (const subscriber of state.subscribers())
      add([StandingEventKind.Subscribed, plan.number, subscriber]);
    if (plan.isRoot && state.active) add([StandingEventKind.RootActive]);
    layoutOf(plan).condense(state, add);
  }
  for (const { row, ids } of state.results?.rows() ?? []) {
    for (const resultId of ids) {
      add(
        row === undefined
          ? [StandingEventKind.ResultBegan, resultId]
          : [StandingEventKind.ResultBegan, resultId, row],
      );
    }
  }
}
