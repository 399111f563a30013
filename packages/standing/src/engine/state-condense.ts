/** From a node's state to the fewest events that lead to it: what a snapshot keeps in place of the journal. */
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

/** Pattern nodes of queries that are not in `plans` are left out. */
export function condenseState(states: NodeStates, plans: ReadonlyMap<number, StandingPlan>): StandingEvent[] {
  const events: StandingEvent[] = [];
  // A new pattern node goes before those that were there: so the oldest first.
  for (const patternNode of [...allStates(states)].reverse()) {
    const { query } = patternNode.plan;
    if (plans.get(query)?.nodes[patternNode.plan.number] !== patternNode.plan) continue;
    condense(patternNode, payload => void events.push([EventKind.Standing, query, payload]));
  }
  return events;
}

/** First what makes the pattern node, then what its neighbours reported, then its results. */
function condense(patternNode: NodeState, add: Add): void {
  if (patternNode instanceof Writers) {
    for (const [piece, origins] of patternNode.pieces()) add([StandingEventKind.Written, piece, origins]);
  } else if (patternNode instanceof GroupNode) {
    for (const [member, rows] of patternNode) {
      add([StandingEventKind.Reported, patternNode.plan.child, member, bagOf(rows).packed()]);
    }
    for (const groupNode of patternNode.leaving)
      add(leavingEvent(StandingEventKind.Leaving, groupNode, patternNode));
  } else if (patternNode instanceof PatternNodeState) {
    const { plan } = patternNode;
    for (const subscriber of patternNode.subscribers())
      add([StandingEventKind.Subscribed, plan.number, subscriber]);
    if (plan.isRoot && patternNode.active) add([StandingEventKind.RootActive]);
    layoutOf(plan).condense(patternNode, add);
  }
  for (const { row, ids } of patternNode.results?.rows() ?? []) {
    for (const resultId of ids) {
      add(
        row === undefined
          ? [StandingEventKind.ResultBegan, resultId]
          : [StandingEventKind.ResultBegan, resultId, row],
      );
    }
  }
}
