/**
 * Keeps a slot's traces in step with the rows that neighbours reported, or, where the child demands nothing, with
 * the node's half edges. Most slots have no columns, or only empty ones: then all there is to keep is a count.
 */
import { Direction, type NodeId } from '@weir/model';
import type { SlotPlan } from '../plan/witness-plan.js';
import { Keep } from '../plan/edge-uniqueness.js';
import type { StandingNode } from '../standing-contract.js';
import { freeIn, type SlotState, tracesIn } from './witness-state.js';
import { representatives, withTrace } from './representatives.js';
import { includesTrace, isFree, keepsImage, NO_TRACES, type Trace } from './witness.js';

/**
 * The trace of filling the slot with this neighbour and row; `undefined` when the slot can't be filled so, because
 * an edge would stand on the node's loop.
 */
export function traceOf(plan: SlotPlan, here: NodeId, neighbour: NodeId, row: Trace): Trace | undefined {
  let trace = row;
  if (plan.ownColumn) {
    const source = plan.direction === Direction.Outgoing ? here : neighbour;
    const target = plan.direction === Direction.Outgoing ? neighbour : here;
    const keeps = keepsImage(plan.columns[0]!.keep, source, target, here);
    trace = keeps ? [source, target, ...row] : [null, null, ...row];
  }
  for (const column of plan.notLoop) {
    if (trace[column * 2] === here && trace[column * 2 + 1] === here) return undefined;
  }
  return trace;
}

/** A neighbour reports `after` where it reported `before`; both without duplicates. Keeps the entry too. */
export function replaceRows(
  plan: SlotPlan,
  slot: SlotState,
  here: NodeId,
  neighbour: NodeId,
  before: readonly Trace[],
  after: readonly Trace[],
): void {
  if (after.length === 0) slot.delete(neighbour);
  else slot.set(neighbour, after);
  if (plan.columns.length === 0) {
    slot.held = freeIn(slot) + after.length - before.length || NO_TRACES;
    return;
  }
  let free = freeIn(slot);
  const held = free > 0 ? NO_TRACES : tracesIn(slot, plan.columns.length);
  let rescan = false;
  for (const row of before) {
    if (includesTrace(after, row)) continue;
    const trace = traceOf(plan, here, neighbour, row);
    if (trace === undefined) continue;
    if (isFree(trace)) free--;
    else if (includesTrace(held, trace)) rescan = true;
  }
  const wasFree = freeIn(slot) > 0;
  let traces: readonly Trace[] | undefined = held;
  for (const row of after) {
    if (includesTrace(before, row)) continue;
    const trace = traceOf(plan, here, neighbour, row);
    if (trace === undefined) continue;
    if (isFree(trace)) free++;
    else if (!wasFree && traces !== undefined) traces = withTrace(traces, trace, plan.rivals);
  }
  if (free > 0) slot.held = free;
  else if (wasFree || rescan || traces === undefined) slot.held = scanRows(plan, slot, here);
  else slot.held = traces;
}

/** Counts and representatives from the entries alone. */
export function recountRows(plan: SlotPlan, slot: SlotState, here: NodeId): void {
  let free = 0;
  slot.forEach((neighbour, rows) => {
    for (const row of rows) {
      const trace = traceOf(plan, here, neighbour, row);
      if (trace !== undefined && isFree(trace)) free++;
    }
  });
  slot.held = free > 0 ? free : scanRows(plan, slot, here);
}

function scanRows(plan: SlotPlan, slot: SlotState, here: NodeId): readonly Trace[] {
  const traces: Trace[] = [];
  slot.forEach((neighbour, rows) => {
    for (const row of rows) {
      const trace = traceOf(plan, here, neighbour, row);
      if (trace !== undefined) traces.push(trace);
    }
  });
  return traces.length === 0 ? NO_TRACES : representatives(traces, plan.rivals);
}

const NO_ROW: Trace = [];

/**
 * A bare slot with columns, from the half edges as they are now. `touched`: the neighbours to or from which an edge
 * came or went since the last time; `undefined` when anything may have changed.
 */
export function refreshBareSlot(
  plan: SlotPlan,
  slot: SlotState,
  node: StandingNode,
  touched: readonly NodeId[] | undefined,
): void {
  const { label, direction } = plan;
  const ownEnd = direction === Direction.Outgoing ? Keep.AtSource : Keep.AtTarget;
  const keepsAll = (plan.columns[0]!.keep & (Keep.Always | ownEnd)) !== 0;
  if (!keepsAll) {
    const loop = node.hasEdge(label, direction, node.id);
    const others = node.edgeCount(label, direction) - (loop ? 1 : 0);
    const trace = loop ? traceOf(plan, node.id, node.id, NO_ROW) : undefined;
    slot.held = others > 0 ? others : trace === undefined ? NO_TRACES : [trace];
    return;
  }
  if (touched !== undefined) {
    const kept = withTouched(plan, tracesIn(slot, 1), node, touched);
    if (kept !== undefined) {
      slot.held = kept;
      return;
    }
  }
  const traces: Trace[] = [];
  for (const neighbour of node.neighbours(label, direction)) {
    const trace = traceOf(plan, node.id, neighbour, NO_ROW);
    if (trace !== undefined) traces.push(trace);
  }
  slot.held = traces.length === 0 ? NO_TRACES : representatives(traces, plan.rivals);
}

/** `undefined` when only a look at all half edges can tell. */
function withTouched(
  plan: SlotPlan,
  before: readonly Trace[],
  node: StandingNode,
  touched: readonly NodeId[],
): readonly Trace[] | undefined {
  let traces: readonly Trace[] | undefined = before;
  for (const neighbour of touched) {
    const trace = traceOf(plan, node.id, neighbour, NO_ROW);
    if (trace === undefined) continue;
    if (node.hasEdge(plan.label, plan.direction, neighbour)) {
      traces = withTrace(traces, trace, plan.rivals);
      if (traces === undefined) return undefined;
    } else if (includesTrace(traces, trace)) {
      return undefined;
    }
  }
  return traces;
}
