/**
 * The join: what a part's slots amount to, and what of it an asker gets to see. Work is bounded by the pattern,
 * not by the number of neighbours, since slots hold representatives only (representatives.ts).
 */
import { Direction, type NodeId } from '@weir/model';
import type { PartPlan, SlotPlan } from '../plan/witness-plan.js';
import { type PartState, tracesIn } from './witness-state.js';
import { representatives } from './representatives.js';
import {
  compareTraces,
  EMPTY_TRACE,
  freeTraceList,
  isFree,
  keepsImage,
  NO_TRACES,
  ONE_EMPTY_TRACE,
  type Trace,
} from './witness.js';

/** What is known of a slot, one trace per way to fill it that has to be told apart. */
export function slotTraces(part: PartState, slot: SlotPlan): readonly Trace[] {
  return slot.bare && slot.columns.length === 0
    ? ONE_EMPTY_TRACE
    : tracesIn(part.slot(slot.state), slot.columns.length);
}

/** The part's matches on its node, as traces over the part's columns; empty when it has none. */
export function matchesOf(part: PartState, node: NodeId): readonly Trace[] {
  const { plan } = part;
  if (!part.active) return NO_TRACES;
  if (plan.slots.length === 1 && plan.loops.length === 0) {
    const traces = slotTraces(part, plan.slots[0]!);
    // A root is asked for nothing; else the columns are the slot's own, with the same rivals.
    return plan.columns.length > 0 || traces.length === 0 ? traces : ONE_EMPTY_TRACE;
  }
  return new Join(part, node).run();
}

class Join {
  private readonly chosen: Trace[];
  private readonly found: Trace[] = [];

  constructor(
    private readonly part: PartState,
    private readonly node: NodeId,
  ) {
    this.chosen = part.plan.slots.map(() => EMPTY_TRACE);
  }

  run(): readonly Trace[] {
    const { plan } = this.part;
    this.choose(0);
    if (this.found.length === 0) return NO_TRACES;
    if (plan.columns.length === 0) return ONE_EMPTY_TRACE;
    if (this.found.some(isFree)) return freeTraceList(plan.columns.length);
    return representatives(this.found, plan.rivals);
  }

  /** @returns whether the slots from `depth` on can be filled. */
  private choose(depth: number): boolean {
    const { plan } = this.part;
    if (depth === plan.slotOrder.length) {
      this.found.push(this.combined());
      return true;
    }
    const slot = plan.slotOrder[depth]!;
    let any = false;
    for (const trace of slotTraces(this.part, plan.slots[slot]!)) {
      this.chosen[slot] = trace;
      if (!this.fits(slot, depth) || !this.choose(depth + 1)) continue;
      any = true;
      if (depth >= plan.feedingSlots) break;
    }
    return any;
  }

  private fits(slot: number, depth: number): boolean {
    const { checks, slotOrder, slots } = this.part.plan;
    const { after } = slots[slot]!;
    if (after >= 0 && compareTraces(this.chosen[after]!, this.chosen[slot]!) >= 0) return false;
    for (const check of checks) {
      if (check.slot !== slot && check.otherSlot !== slot) continue;
      const other = check.slot === slot ? check.otherSlot : check.slot;
      if (slotOrder.indexOf(other) > depth) continue;
      const a = this.chosen[check.slot]!;
      const b = this.chosen[check.otherSlot]!;
      const at = check.column * 2;
      const otherAt = check.otherColumn * 2;
      if (a[at] !== null && a[at] === b[otherAt] && a[at + 1] === b[otherAt + 1]) return false;
    }
    return true;
  }

  private combined(): Trace {
    const { columns } = this.part.plan;
    if (columns.length === 0) return EMPTY_TRACE;
    const trace: (NodeId | null)[] = [];
    for (const column of columns) {
      const from = column.slot < 0 ? undefined : this.chosen[column.slot]!;
      const source = from === undefined ? this.node : from[column.column * 2]!;
      const target = from === undefined ? this.node : from[column.column * 2 + 1]!;
      if (source !== null && target !== null && keepsImage(column.keep, source, target, this.node)) {
        trace.push(source, target);
      } else {
        trace.push(null, null);
      }
    }
    return trace;
  }
}

/**
 * What `asker` gets to see of the matches: those that don't stand on its own edge, with what can still collide
 * further up. `asker` `undefined`: what all see that none of the images names.
 */
export function reportFor(
  plan: PartPlan,
  entryDirection: Direction,
  matches: readonly Trace[],
  node: NodeId,
  asker: NodeId | undefined,
): readonly Trace[] {
  if (plan.columns.length === 0 || matches.length === 0) return matches;
  const rows: Trace[] = [];
  for (const match of matches) {
    if (standsOnEntry(plan, entryDirection, match, node, asker)) continue;
    const row = reportedRow(plan, match, asker);
    if (isFree(row)) return freeTraceList(plan.reported.length);
    rows.push(row);
  }
  return representatives(rows, plan.reportedRivals);
}

function standsOnEntry(
  plan: PartPlan,
  entryDirection: Direction,
  match: Trace,
  node: NodeId,
  asker: NodeId | undefined,
): boolean {
  if (asker === undefined) return false;
  const source = entryDirection === Direction.Outgoing ? asker : node;
  const target = entryDirection === Direction.Outgoing ? node : asker;
  for (let column = 0; column < plan.columns.length; column++) {
    if (!plan.columns[column]!.againstEntry) continue;
    if (match[column * 2] === source && match[column * 2 + 1] === target) return true;
  }
  return false;
}

function reportedRow(plan: PartPlan, match: Trace, asker: NodeId | undefined): Trace {
  if (plan.reported.length === 0) return EMPTY_TRACE;
  const row: (NodeId | null)[] = [];
  for (const { column, keep } of plan.reported) {
    const source = match[column * 2]!;
    const target = match[column * 2 + 1]!;
    if (source !== null && target !== null && keepsImage(keep, source, target, asker))
      row.push(source, target);
    else row.push(null, null);
  }
  return row;
}
