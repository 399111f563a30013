/** From a node's state to the fewest events that lead to it: what a snapshot keeps in place of the journal. */
import { EventKind, type NodeId, type StandingEvent } from '@weir/model';
import { leavingEvent } from '../groups/group-reports.js';
import { bagOf, rowsOf } from '../rows/neighbour-rows.js';
import { Writers } from '../rows/origins/writers.js';
import type { StandingPlan } from '../plan/row-plan.js';
import { GroupNode, RowState, RowRoot } from '../rows/row-state.js';
import { allStates, type NodeState, type NodeStates } from './node-states.js';
import { WitnessState, WitnessRoot } from '../witnesses/witness-state.js';
import { PatternNodeState } from './pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from './standing-events.js';

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
    return;
  }
  if (patternNode instanceof GroupNode) {
    for (const [member, rows] of patternNode) {
      add([StandingEventKind.Reported, patternNode.plan.child, member, bagOf(rows).packed()]);
    }
    for (const groupNode of patternNode.leaving)
      add(leavingEvent(StandingEventKind.Leaving, groupNode, patternNode));
  } else if (patternNode instanceof PatternNodeState) {
    for (const subscriber of patternNode.subscribers()) {
      add([StandingEventKind.Subscribed, patternNode.plan.number, subscriber]);
    }
    if (patternNode.plan.isRoot && patternNode.active) add([StandingEventKind.RootActive]);
    if (patternNode instanceof WitnessState) condenseWitnesses(patternNode, add);
    else if (patternNode instanceof RowState) condenseRows(patternNode, add);
  }
  if (patternNode instanceof WitnessRoot && patternNode.resultId !== undefined) {
    add([StandingEventKind.ResultBegan, patternNode.resultId]);
  }
  if (!(patternNode instanceof GroupNode || patternNode instanceof RowRoot)) return;
  for (const { row, ids } of patternNode.results.rows()) {
    for (const resultId of ids) add([StandingEventKind.ResultBegan, resultId, row]);
  }
}

function condenseWitnesses(patternNode: WitnessState, add: Add): void {
  for (const patternEdge of patternNode.plan.patternEdges) {
    patternNode.edgeState(patternEdge.index).forEach((neighbour, rows) => {
      const isBare = rows.length === 1 && rows[0]!.length === 0;
      if (isBare) add([StandingEventKind.Reported, patternEdge.child, neighbour]);
      else add([StandingEventKind.Reported, patternEdge.child, neighbour, rows]);
    });
  }
}

function condenseRows(patternNode: RowState, add: Add): void {
  const { number, patternEdges } = patternNode.plan;
  if (patternNode instanceof RowRoot) {
    for (const groupNode of patternNode.leaving)
      add(leavingEvent(StandingEventKind.Leaving, groupNode, patternNode));
  }
  for (const patternEdge of patternEdges) {
    if (patternEdge.child < 0) continue;
    for (const [neighbour, kept] of patternNode.edgeState(patternEdge.index)) {
      add([StandingEventKind.Reported, patternEdge.child, neighbour, rowsOf(kept).packed()]);
    }
  }
  if (patternNode.complete) {
    add([StandingEventKind.Complete, number]);
    return;
  }
  for (const key of patternNode.answered ?? []) {
    const at = key.indexOf(' ');
    const patternEdge = patternEdges[Number(key.slice(0, at))]!;
    const neighbour = key.slice(at + 1) as NodeId;
    add([StandingEventKind.Answered, patternEdge.child, neighbour]);
  }
}
