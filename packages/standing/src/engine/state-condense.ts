/** From a node's state to the fewest events that lead to it: what a snapshot keeps in place of the journal. */
import { EventKind, type StandingEvent } from '@weir/model';
import type { StandingPlan } from '../plan/standing-plan.js';
import { allParts, type NodeParts } from './node-parts.js';
import { condenseRowPart } from '../rows/row-condense.js';
import { ChildState, PartState, RootState } from './part-state.js';
import { StandingEventKind, type StandingPayload } from './standing-events.js';

/** Parts of queries that are not in `plans` are left out. */
export function condenseState(parts: NodeParts, plans: ReadonlyMap<number, StandingPlan>): StandingEvent[] {
  const events: StandingEvent[] = [];
  // A new part goes before those that were there: so the oldest first.
  for (const part of [...allParts(parts)].reverse()) {
    const { query } = part.plan;
    if (plans.get(query)?.parts[part.plan.number] !== part.plan) continue;
    const add = (payload: unknown): void => void events.push([EventKind.Standing, query, payload]);
    if (part instanceof PartState) condensePart(part, add);
    else condenseRowPart(part, add);
  }
  return events;
}

/** First what makes the part, then what its neighbours reported. */
function condensePart(part: PartState, add: (payload: StandingPayload) => void): void {
  const { plan } = part;
  if (part instanceof ChildState) {
    if (!part.hasSubscribers) return;
    for (const subscriber of part.subscribers()) add([StandingEventKind.Subscribed, plan.number, subscriber]);
  } else if (part instanceof RootState) {
    if (part.active && plan.slots.length > 0) add([StandingEventKind.RootActive]);
    if (part.resultId !== undefined) add([StandingEventKind.MatchBegan, part.resultId]);
  }
  for (const slot of plan.slots) {
    part.slot(slot.index).forEach((neighbour, rows) => {
      const isBare = rows.length === 1 && rows[0]!.length === 0;
      if (isBare) add([StandingEventKind.Matching, slot.child, neighbour]);
      else add([StandingEventKind.Matching, slot.child, neighbour, rows]);
    });
  }
}
