/**
 * A part of which nothing is asked but whether it matches: it keeps traces, and tells a subscriber `reportFor(...)` of its
 * matches as they are.
 *
 * A neighbour without an entry has either reported nothing or not answered yet. No need to tell these apart: rows
 * are sets, so a late difference of an earlier subscription can only add what was true when it was sent, and the
 * answer to the present one, which comes after it, replaces everything.
 */
import type { Direction, NodeId } from '@weir/model';
import type { PartPlan, SlotPlan } from '../plan/witness-plan.js';
import type { StandingPlan } from '../plan/row-plan.js';
import type { Delta, NodeChange, StandingRecorder } from '../standing-contract.js';
import { PartState, RootState, tracesIn } from './witness-state.js';
import type { PartCounts } from '../engine/state-counts.js';
import { matchesOf, reportFor } from './witness-matches.js';
import { PatternWork } from '../engine/pattern-work.js';
import { matchRow, type ResultIds } from '../results/result-ids.js';
import { refreshBareSlot, replaceRows } from './witness-upkeep.js';
import { StandingEventKind } from '../engine/standing-events.js';
import { freeTraceList, includesTrace, isFree, NO_TRACES, sameTraces, type Trace } from './witness.js';

export class PartWork extends PatternWork<PartState, PartPlan> {
  constructor(
    private readonly plans: ReadonlyMap<number, StandingPlan>,
    recorder: StandingRecorder,
    private readonly counts: PartCounts,
    private readonly ids: ResultIds,
  ) {
    super(recorder);
  }

  newPart(plan: PartPlan): PartState {
    return plan.isRoot ? new RootState(plan) : new PartState(plan);
  }

  isNeighbour(plan: PartPlan, slot: number, node: NodeId): boolean {
    const { label, direction } = plan.slots[slot]!;
    return this.node.hasEdge(label, direction, node);
  }

  activate(part: PartState): void {
    part.active = true;
    if (part instanceof RootState) this.journal(part.plan, [StandingEventKind.RootActive]);
    for (const slot of part.plan.slots) {
      if (slot.after >= 0) continue;
      if (!slot.bare) {
        for (const neighbour of this.node.neighbours(slot.label, slot.direction)) {
          this.subscribeTo(part.plan, slot.child, neighbour);
        }
      } else if (slot.columns.length > 0) {
        refreshBareSlot(slot, part.slot(slot.index), this.node, undefined);
      }
    }
    this.tell(part, NO_TRACES);
  }

  deactivate(part: PartState, change: NodeChange, quietly: boolean): void {
    const before = this.matchesBefore(part);
    const { plan } = part;
    for (const slot of plan.slots) {
      if (slot.bare || slot.after >= 0) continue;
      for (const neighbour of this.node.neighbours(slot.label, slot.direction)) {
        this.cancel(plan, slot.child, neighbour);
      }
      for (const edge of change.edgesRemoved) {
        if (!fits(slot, edge) || this.node.hasEdge(edge.label, edge.direction, edge.other)) continue;
        this.cancel(plan, slot.child, edge.other);
      }
    }
    const wasAsking = part instanceof RootState || part.hasRows;
    if (wasAsking && !quietly) this.journal(plan, [StandingEventKind.Cleared, plan.number]);
    part.forget();
    if (!quietly) this.tell(part, before);
  }

  /** Of its node's values, none matters beyond the local test. */
  follow(part: PartState, change: NodeChange): void {
    if (part.plan.slots.length === 0) return;
    if (!concerns(part.plan, change)) return;
    const before = this.matchesBefore(part);
    for (const slot of part.plan.slots) {
      if (slot.after >= 0) continue;
      if (!slot.bare) this.followSubscriptions(part, slot, change);
      else if (slot.columns.length > 0) this.followBareSlot(part, slot, change);
    }
    this.tell(part, before);
  }

  private followSubscriptions(part: PartState, slot: SlotPlan, change: NodeChange): void {
    for (const edge of change.edgesAdded) {
      if (fits(slot, edge) && this.node.hasEdge(edge.label, edge.direction, edge.other)) {
        this.subscribeTo(part.plan, slot.child, edge.other);
      }
    }
    for (const edge of change.edgesRemoved) {
      if (!fits(slot, edge) || this.node.hasEdge(edge.label, edge.direction, edge.other)) continue;
      this.cancel(part.plan, slot.child, edge.other);
      this.enter(part, slot, edge.other, NO_TRACES);
    }
  }

  private followBareSlot(part: PartState, slot: SlotPlan, change: NodeChange): void {
    const touched: NodeId[] = [];
    for (const edge of change.edgesAdded) if (fits(slot, edge)) touched.push(edge.other);
    for (const edge of change.edgesRemoved) if (fits(slot, edge)) touched.push(edge.other);
    if (touched.length > 0) refreshBareSlot(slot, part.slot(slot.index), this.node, touched);
  }

  report(part: PartState, index: number, from: NodeId, delta: Delta): void {
    const slot = part.plan.slots[index]!;
    const state = part.slot(slot.index);
    const columns = slot.columns.length;
    const heldBefore = state.held;
    const tracesBefore = tracesIn(state, columns);
    const known = state.get(from) ?? NO_TRACES;
    this.enter(part, slot, from, rowsAfter(known, delta, this.reportedColumns(slot, part.plan)));
    if (sameTraces(tracesBefore, tracesIn(state, columns))) return;
    const heldAfter = state.held;
    state.held = heldBefore;
    const before = this.matchesBefore(part);
    state.held = heldAfter;
    this.tell(part, before);
  }

  answer(part: PartState, asker: NodeId): void {
    const matches = matchesOf(part, this.node.id);
    const rows = reportFor(part.plan, this.entryDirection(part.plan), matches, this.node.id, asker);
    this.send(asker, this.reportOf(part.plan, true, rows, NO_TRACES));
  }

  speakAgain(part: PartState): void {
    for (const slot of part.active ? part.plan.slots : []) {
      if (slot.bare || slot.after >= 0) continue;
      for (const neighbour of this.node.neighbours(slot.label, slot.direction)) {
        this.subscribeTo(part.plan, slot.child, neighbour);
      }
    }
    for (const subscriber of part.subscribers()) this.answer(part, subscriber);
  }

  private enter(part: PartState, slot: SlotPlan, neighbour: NodeId, rows: readonly Trace[]): void {
    const state = part.slot(slot.index);
    const known = state.get(neighbour) ?? NO_TRACES;
    if (sameTraces(known, rows)) return;
    if (rows.length === 0) {
      this.journal(part.plan, [StandingEventKind.Silent, slot.child, neighbour]);
    } else if (rows.length === 1 && rows[0]!.length === 0) {
      this.journal(part.plan, [StandingEventKind.Reported, slot.child, neighbour]);
    } else {
      this.journal(part.plan, [StandingEventKind.Reported, slot.child, neighbour, rows]);
    }
    replaceRows(slot, state, this.node.id, neighbour, known, rows);
  }

  /** What a root matched before stands in its result id. */
  private matchesBefore(part: PartState): readonly Trace[] {
    return part instanceof RootState ? NO_TRACES : matchesOf(part, this.node.id);
  }

  /** Passes on what changed, given the matches before. */
  private tell(part: PartState, before: readonly Trace[]): void {
    const after = matchesOf(part, this.node.id);
    if (part instanceof RootState) {
      this.tellResult(part, after.length > 0);
    } else if (!sameTraces(before, after)) {
      this.tellSubscribers(part, before, after);
    }
  }

  private tellResult(root: RootState, matches: boolean): void {
    if (matches === root.matches) return;
    const { query } = root.plan;
    const row = matchRow(this.plans.get(query)!, this.node.id);
    const resultId = root.resultId ?? this.ids.next(query, row, undefined, this.effects);
    root.resultId = matches ? resultId : undefined;
    this.journal(
      root.plan,
      matches ? [StandingEventKind.ResultBegan, resultId] : [StandingEventKind.ResultEnded],
    );
    const result = {
      query,
      root: this.node.id,
      isPositiveMatch: matches,
      isInitialResult: matches && this.initial,
      resultId,
      row,
      origin: this.origin,
    };
    this.counts.reported(query, matches);
    this.recorder.reported(result);
    this.effects.result(result);
  }

  private tellSubscribers(part: PartState, before: readonly Trace[], after: readonly Trace[]): void {
    if (!part.hasSubscribers) return;
    const { plan } = part;
    const direction = this.entryDirection(plan);
    const here = this.node.id;
    const commonBefore = reportFor(plan, direction, before, here, undefined);
    const commonAfter = reportFor(plan, direction, after, here, undefined);
    // Those whose id stands in a match may see something else than all the others do.
    const named = plan.columns.length > 0 ? idsIn(before, after) : NOBODY;
    if (!sameTraces(commonBefore, commonAfter)) {
      const added = without(commonAfter, commonBefore);
      const removed = without(commonBefore, commonAfter);
      const message = this.reportOf(plan, false, added, removed);
      for (const subscriber of part.subscribers()) if (!named.has(subscriber)) this.send(subscriber, message);
    }
    for (const subscriber of named) {
      if (!part.isSubscribed(subscriber)) continue;
      const rowsBefore = reportFor(plan, direction, before, here, subscriber);
      const rowsAfter = reportFor(plan, direction, after, here, subscriber);
      if (sameTraces(rowsBefore, rowsAfter)) continue;
      const added = without(rowsAfter, rowsBefore);
      this.send(subscriber, this.reportOf(plan, false, added, without(rowsBefore, rowsAfter)));
    }
  }

  private entryDirection(plan: PartPlan): Direction {
    const { part, slot } = plan.parent!;
    return this.partOf(plan, part).slots[slot]!.direction;
  }

  private partOf({ query }: PartPlan, number: number): PartPlan {
    return this.plans.get(query)!.parts[number] as PartPlan;
  }

  private reportedColumns(slot: SlotPlan, plan: PartPlan): number {
    return this.partOf(plan, slot.child).reported.length;
  }
}

const NOBODY: ReadonlySet<NodeId> = new Set();

function concerns(plan: PartPlan, change: NodeChange): boolean {
  for (const slot of plan.slots) {
    for (const edge of change.edgesAdded) if (fits(slot, edge)) return true;
    for (const edge of change.edgesRemoved) if (fits(slot, edge)) return true;
  }
  return false;
}

function fits(slot: SlotPlan, edge: { readonly label: string; readonly direction: Direction }): boolean {
  return edge.label === slot.label && edge.direction === slot.direction;
}

function rowsAfter(known: readonly Trace[], delta: Delta, columns: number): readonly Trace[] {
  const added = delta.added as readonly Trace[];
  const rows: Trace[] = [];
  if (!delta.reset) {
    const removed = delta.removed as readonly Trace[];
    for (const row of known) if (!includesTrace(removed, row)) rows.push(row);
  }
  for (const row of added) if (!includesTrace(rows, row)) rows.push(row);
  return sharedRows(rows, columns);
}

/** The same rows, in the form that all nodes share if there is nothing particular about them. */
export function sharedRows(rows: readonly Trace[], columns: number): readonly Trace[] {
  if (rows.length === 0) return NO_TRACES;
  return rows.length === 1 && isFree(rows[0]!) ? freeTraceList(columns) : rows;
}

function without(rows: readonly Trace[], others: readonly Trace[]): readonly Trace[] {
  if (rows.length === 0 || others.length === 0) return rows;
  return rows.filter(row => !includesTrace(others, row));
}

function idsIn(a: readonly Trace[], b: readonly Trace[]): Set<NodeId> {
  const ids = new Set<NodeId>();
  for (const traces of [a, b])
    for (const trace of traces) for (const id of trace) if (id !== null) ids.add(id);
  return ids;
}
