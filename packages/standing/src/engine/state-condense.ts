/** From a node's state to the fewest events that lead to it: what a snapshot keeps in place of the journal. */
import { EventKind, type NodeId, type StandingEvent } from '@weir/model';
import { leavingEvent } from '../groups/group-reports.js';
import { bagOf, rowsOf } from '../rows/neighbour-rows.js';
import { Writers } from '../rows/origins/writers.js';
import type { StandingPlan } from '../plan/row-plan.js';
import { GroupHome, RowPart, RowRoot } from '../rows/row-state.js';
import { allParts, type NodePart, type NodeParts } from './node-states.js';
import { PartState, RootState } from '../witnesses/witness-state.js';
import { PatternState } from './pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from './standing-events.js';

type Add = (payload: StandingPayload) => void;

/** Parts of queries that are not in `plans` are left out. */
export function condenseState(parts: NodeParts, plans: ReadonlyMap<number, StandingPlan>): StandingEvent[] {
  const events: StandingEvent[] = [];
  // A new part goes before those that were there: so the oldest first.
  for (const part of [...allParts(parts)].reverse()) {
    const { query } = part.plan;
    if (plans.get(query)?.parts[part.plan.number] !== part.plan) continue;
    condense(part, payload => void events.push([EventKind.Standing, query, payload]));
  }
  return events;
}

/** First what makes the part, then what its neighbours reported, then its results. */
function condense(part: NodePart, add: Add): void {
  if (part instanceof Writers) {
    for (const [piece, origins] of part.pieces()) add([StandingEventKind.Written, piece, origins]);
    return;
  }
  if (part instanceof GroupHome) {
    for (const [member, rows] of part) {
      add([StandingEventKind.Reported, part.plan.child, member, bagOf(rows).packed()]);
    }
    for (const home of part.leaving) add(leavingEvent(StandingEventKind.Leaving, home, part));
  } else if (part instanceof PatternState) {
    for (const subscriber of part.subscribers()) {
      add([StandingEventKind.Subscribed, part.plan.number, subscriber]);
    }
    if (part.plan.isRoot && part.active) add([StandingEventKind.RootActive]);
    if (part instanceof PartState) condenseTraces(part, add);
    else if (part instanceof RowPart) condenseRows(part, add);
  }
  if (part instanceof RootState && part.resultId !== undefined) {
    add([StandingEventKind.ResultBegan, part.resultId]);
  }
  if (!(part instanceof GroupHome || part instanceof RowRoot)) return;
  for (const { row, ids } of part.results.rows()) {
    for (const resultId of ids) add([StandingEventKind.ResultBegan, resultId, row]);
  }
}

function condenseTraces(part: PartState, add: Add): void {
  for (const slot of part.plan.slots) {
    part.slot(slot.index).forEach((neighbour, rows) => {
      const isBare = rows.length === 1 && rows[0]!.length === 0;
      if (isBare) add([StandingEventKind.Reported, slot.child, neighbour]);
      else add([StandingEventKind.Reported, slot.child, neighbour, rows]);
    });
  }
}

function condenseRows(part: RowPart, add: Add): void {
  const { number, slots } = part.plan;
  if (part instanceof RowRoot) {
    for (const home of part.leaving) add(leavingEvent(StandingEventKind.Leaving, home, part));
  }
  for (const slot of slots) {
    if (slot.child < 0) continue;
    for (const [neighbour, kept] of part.slot(slot.index)) {
      add([StandingEventKind.Reported, slot.child, neighbour, rowsOf(kept).packed()]);
    }
  }
  if (part.complete) {
    add([StandingEventKind.Complete, number]);
    return;
  }
  for (const key of part.answered ?? []) {
    const at = key.indexOf(' ');
    const slot = slots[Number(key.slice(0, at))]!;
    const neighbour = key.slice(at + 1) as NodeId;
    add([StandingEventKind.Answered, slot.child, neighbour]);
  }
}
