/** From the state of a row plan to the fewest events that lead to it. */
import type { NodeId } from '@weir/model';
import { bagOf, rowsOf } from './neighbour-rows.js';
import { leavingEvent } from './group-reports.js';
import { Writers } from './origins/writers.js';
import { RowEventKind, type RowPayload } from './row-events.js';
import { GroupHome, type RowPart, RowRoot } from './row-state.js';

/** First what makes the part, then what its neighbours reported, then its results. */
export function condenseRowPart(
  part: RowPart | Writers | GroupHome,
  add: (payload: RowPayload) => void,
): void {
  if (part instanceof Writers) {
    for (const [piece, origins] of part.pieces()) add([RowEventKind.Written, piece, origins]);
    return;
  }
  if (part instanceof GroupHome) {
    for (const [member, rows] of part) {
      add([RowEventKind.Reported, part.plan.child, member, bagOf(rows).packed()]);
    }
    for (const home of part.leaving) add(leavingEvent(RowEventKind.Leaving, home, part));
  } else {
    condensePart(part, add);
  }
  if (!(part instanceof GroupHome || part instanceof RowRoot)) return;
  for (const { row, ids } of part.results.rows()) {
    for (const resultId of ids) add([RowEventKind.ResultBegan, resultId, row]);
  }
}

function condensePart(part: RowPart, add: (payload: RowPayload) => void): void {
  const { number, slots } = part.plan;
  for (const subscriber of part.subscribers()) add([RowEventKind.Subscribed, number, subscriber]);
  if (part instanceof RowRoot) {
    if (part.active) add([RowEventKind.RootActive]);
    for (const home of part.leaving) add(leavingEvent(RowEventKind.Leaving, home, part));
  }
  for (const slot of slots) {
    if (slot.child < 0) continue;
    for (const [neighbour, kept] of part.slot(slot.index)) {
      add([RowEventKind.Reported, slot.child, neighbour, rowsOf(kept).packed()]);
    }
  }
  if (part.complete) {
    add([RowEventKind.Complete, number]);
    return;
  }
  for (const key of part.answered ?? []) {
    const at = key.indexOf(' ');
    const slot = slots[Number(key.slice(0, at))]!;
    const neighbour = key.slice(at + 1) as NodeId;
    add([RowEventKind.Answered, slot.child, neighbour]);
  }
}
