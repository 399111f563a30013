/**
 * A part of which values are asked, or how often it matches: it keeps, per neighbour, the multiset of rows that it reported,
 * and tells its subscribers all of its own.
 *
 * A part that has to know that something is not there waits until all its neighbours have answered once, and so do
 * the parts below it: nothing is reported only because an answer is still under way.
 */
import type { NodeId } from '@weir/model';
import type { RowPartPlan, RowSlotPlan, StandingPlan } from '../plan/row-plan.js';
import type {
  Delta,
  NodeChange,
  Origin,
  StandingEffects,
  StandingNode,
  StandingRecorder,
} from '../standing-contract.js';
import type { PartCounts } from '../engine/state-counts.js';
import type { ResultIds } from '../results/result-ids.js';
import { fitsAny, fitsHalf, neighboursOf } from './node-reading.js';
import { NO_ORIGINS, originSetOf } from './origins/origin-set.js';
import type { WriterListener, Writers } from './origins/writers.js';
import { comparedOn } from './compared-columns.js';
import { contribute, rowsIn } from './contributions.js';
import { type Filling, fillingOf, keptFilling } from './neighbour-rows.js';
import { filledEdges, NO_FILLED_EDGES, readOwn } from './element-reading.js';
import { currentRows, evaluatePart, ownChanged, ownRow, throughSlot } from './output-rows.js';
import { ResultWork } from '../results/result-work.js';
import { changesTold, negated, RowBag, rowsTold } from './row-bag.js';
import { isSameRow } from './row-key.js';
import { PatternWork } from '../engine/pattern-work.js';
import { StandingEventKind } from '../engine/standing-events.js';
import { RowPart, RowRoot } from './row-state.js';

const NO_ROWS = new RowBag();

export class RowWork extends PatternWork<RowPart, RowPartPlan> {
  readonly results: ResultWork;
  private writers: Writers | undefined = undefined;

  constructor(
    planOf: (query: number) => StandingPlan,
    recorder: StandingRecorder,
    counts: PartCounts,
    ids: ResultIds,
  ) {
    super(recorder);
    this.results = new ResultWork(planOf, recorder, counts, ids);
  }

  override begin(
    node: StandingNode,
    effects: StandingEffects,
    origin: Origin | undefined,
    initial: boolean,
  ): void {
    super.begin(node, effects, origin, initial);
    this.results.begin(node.id, effects, origin, initial);
  }

  newPart(plan: RowPartPlan): RowPart {
    return plan.isRoot ? new RowRoot(plan) : new RowPart(plan);
  }

  isNeighbour(plan: RowPartPlan, slot: number, node: NodeId): boolean {
    return fitsAny(plan.slots[slot]!, this.node, node);
  }

  /** What is known of who wrote to the node, before parts of a plan that tracks origins work on it. */
  readWriters(writers: Writers | undefined): void {
    this.writers = writers;
  }

  activate(part: RowPart): void {
    const { plan } = part;
    part.active = true;
    readOwn(part, this.node, this.writers);
    if (part instanceof RowRoot) this.journal(plan, [StandingEventKind.RootActive]);
    for (const slot of plan.slots) {
      for (const neighbour of neighboursOf(slot, this.node)) {
        if (slot.child < 0) this.fillBare(part, slot, neighbour);
        else this.ask(part, slot, neighbour);
      }
    }
    if (plan.waits && part.waitingFor === undefined) this.completed(part);
    const rows = evaluatePart(part);
    if (part.isReady) this.tell(part, rows);
  }

  deactivate(part: RowPart, change: NodeChange, quietly: boolean): void {
    const { plan } = part;
    const wasReady = part.isReady;
    const before = quietly ? NO_ROWS : currentRows(part);
    for (const slot of plan.slots) {
      if (slot.child < 0) continue;
      const asked = new Set<NodeId>(neighboursOf(slot, this.node));
      for (const edge of change.edgesRemoved) if (fitsHalf(slot, this.node.id, edge)) asked.add(edge.other);
      for (const neighbour of asked) this.cancel(plan, slot.child, neighbour);
    }
    if (!quietly) this.journal(plan, [StandingEventKind.Cleared, plan.number]);
    part.forget();
    if (quietly) return;
    if (part instanceof RowRoot) {
      if (wasReady) this.results.rootChanged(part, negated(before));
    } else if (!wasReady || !before.isEmpty) {
      this.tellAll(part, true, NO_ROWS);
    }
  }

  follow(part: RowPart, change: NodeChange): void {
    const output = new RowBag();
    this.followOwn(part, output);
    for (const slot of part.plan.slots) {
      if (!slot.here) this.followSlot(part, slot, change, output);
    }
    if (part.plan.waits && !part.complete && part.waitingFor === undefined) this.becomeReady(part);
    else if (part.isReady) this.tell(part, output);
  }

  report(part: RowPart, index: number, from: NodeId, delta: Delta): void {
    const slot = part.plan.slots[index]!;
    const kept = part.slot(slot.index).get(from);
    const filling =
      kept === undefined
        ? { ...filledEdges(part, slot, this.node, from, this.writers), rows: new RowBag() }
        : fillingOf(slot, this.node.id, from, kept);
    const told = comparedOn(this.node.id, slot.compared, rowsTold(delta));
    const changes = changesTold(filling.rows, told, delta);
    const output = this.enter(part, slot, from, filling, changes);
    if (slot.awaited && !part.complete) this.answered(part, slot, from, filling.rows.isEmpty);
    if (part.plan.waits && !part.complete && part.waitingFor === undefined) this.becomeReady(part);
    else if (part.isReady) this.tell(part, output);
  }

  answer(part: RowPart, asker: NodeId): void {
    if (part.active && !part.isReady) return;
    const rows = part.active ? currentRows(part) : NO_ROWS;
    this.send(asker, this.reportOf(part.plan, true, rows.packed(), []));
  }

  speakAgain(part: RowPart): void {
    for (const slot of part.active ? part.plan.slots : []) {
      if (slot.child < 0) continue;
      for (const neighbour of neighboursOf(slot, this.node)) {
        this.subscribeTo(part.plan, slot.child, neighbour);
      }
    }
    if (part instanceof RowRoot)
      this.results.rootAgain(part, part.isReady ? currentRows(part) : new RowBag());
    if (!part.hasSubscribers || (part.active && !part.isReady)) return;
    this.tellAll(part, true, part.active ? currentRows(part) : NO_ROWS);
  }

  journalWriter(plan: StandingPlan): WriterListener {
    const { query } = plan;
    return (piece, origin) => {
      const origins = origin === undefined ? NO_ORIGINS : originSetOf(origin);
      this.journal({ query }, [StandingEventKind.Written, piece, origins]);
    };
  }

  private followOwn(part: RowPart, output: RowBag): void {
    const before = ownRow(part);
    readOwn(part, this.node, this.writers);
    if (!part.plan.hasOwnColumn && !part.plan.tracksOrigins) return;
    const own = ownRow(part);
    if (!isSameRow(before, own)) output.addAll(ownChanged(part, before, own).rows());
  }

  private followSlot(part: RowPart, slot: RowSlotPlan, change: NodeChange, output: RowBag): void {
    const touched = new Set<NodeId>();
    for (const list of [change.edgesAdded, change.edgesRemoved, change.edgesChanged]) {
      for (const edge of list ?? []) if (fitsHalf(slot, this.node.id, edge)) touched.add(edge.other);
    }
    for (const neighbour of touched) {
      if (slot.child >= 0) this.followSubscription(part, slot, neighbour, change);
      output.addAll(this.refresh(part, slot, neighbour).rows());
    }
  }

  private followSubscription(part: RowPart, slot: RowSlotPlan, neighbour: NodeId, change: NodeChange): void {
    if (fitsAny(slot, this.node, neighbour)) {
      const isNew = change.edgesAdded.some(
        edge => edge.other === neighbour && fitsHalf(slot, this.node.id, edge),
      );
      if (isNew) this.ask(part, slot, neighbour);
      return;
    }
    this.cancel(part.plan, slot.child, neighbour);
    this.noLongerWaitedFor(part, slot, neighbour);
  }

  /** The edges to a neighbour may be others than before. @returns what changes in the output. */
  private refresh(part: RowPart, slot: RowSlotPlan, neighbour: NodeId): RowBag {
    const neighbours = part.slot(slot.index);
    const edges = filledEdges(part, slot, this.node, neighbour, this.writers);
    const kept = neighbours.get(neighbour);
    if (kept === undefined && (slot.child >= 0 || edges.edges.length === 0)) return NO_ROWS;
    const before: Filling =
      kept === undefined
        ? { ...NO_FILLED_EDGES, rows: new RowBag() }
        : fillingOf(slot, this.node.id, neighbour, kept);
    const after: Filling = { ...edges, rows: before.rows };
    const delta = new RowBag();
    const rows = [...rowsIn(slot, before)];
    contribute(slot, neighbour, before, rows, (row, count) => void delta.add(row, -count));
    contribute(slot, neighbour, after, rows, (row, count) => void delta.add(row, count));
    if (slot.child < 0 ? edges.edges.length > 0 : fitsAny(slot, this.node, neighbour)) {
      neighbours.set(neighbour, keptFilling(slot, after));
    } else {
      neighbours.delete(neighbour);
      if (slot.child >= 0) this.journal(part.plan, [StandingEventKind.Silent, slot.child, neighbour]);
    }
    return delta.isEmpty ? NO_ROWS : throughSlot(part, slot, delta);
  }

  /** @returns what changes in the output. */
  private enter(part: RowPart, slot: RowSlotPlan, from: NodeId, filling: Filling, changes: RowBag): RowBag {
    if (changes.isEmpty) return NO_ROWS;
    const delta = new RowBag();
    contribute(slot, from, filling, changes.rows(), (row, count) => void delta.add(row, count));
    filling.rows.addAll(changes.rows());
    if (filling.rows.isEmpty) {
      part.slot(slot.index).delete(from);
      // As the event below does when it is replayed: that it answered is journalled anew.
      part.answered?.delete(waitKey(slot, from));
      this.journal(part.plan, [StandingEventKind.Silent, slot.child, from]);
    } else {
      part.slot(slot.index).set(from, keptFilling(slot, filling));
      this.journal(part.plan, [StandingEventKind.Reported, slot.child, from, changes.packed()]);
    }
    return delta.isEmpty ? NO_ROWS : throughSlot(part, slot, delta);
  }

  private fillBare(part: RowPart, slot: RowSlotPlan, neighbour: NodeId): void {
    const edges = filledEdges(part, slot, this.node, neighbour, this.writers);
    if (edges.edges.length === 0) return;
    part.slot(slot.index).set(neighbour, keptFilling(slot, { ...edges, rows: NO_ROWS }));
  }

  // Waiting

  private ask(part: RowPart, slot: RowSlotPlan, neighbour: NodeId): void {
    this.subscribeTo(part.plan, slot.child, neighbour);
    if (!slot.awaited || part.complete) return;
    const key = waitKey(slot, neighbour);
    if (part.answered?.has(key) === true || part.slot(slot.index).has(neighbour)) return;
    part.waitingFor ??= new Set();
    part.waitingFor.add(key);
  }

  private answered(part: RowPart, slot: RowSlotPlan, from: NodeId, withNothing: boolean): void {
    const key = waitKey(slot, from);
    if (withNothing && part.answered?.has(key) !== true) {
      (part.answered ??= new Set()).add(key);
      this.journal(part.plan, [StandingEventKind.Answered, slot.child, from]);
    }
    part.waitingFor?.delete(key);
    if (part.waitingFor?.size === 0) part.waitingFor = undefined;
  }

  /** The edges to a neighbour are gone. */
  private noLongerWaitedFor(part: RowPart, slot: RowSlotPlan, neighbour: NodeId): void {
    const key = waitKey(slot, neighbour);
    if (part.answered?.delete(key) === true) {
      this.journal(part.plan, [StandingEventKind.Silent, slot.child, neighbour]);
    }
    part.waitingFor?.delete(key);
    if (part.waitingFor?.size === 0) part.waitingFor = undefined;
  }

  private completed(part: RowPart): void {
    part.complete = true;
    part.waitingFor = undefined;
    part.answered = undefined;
    this.journal(part.plan, [StandingEventKind.Complete, part.plan.number]);
  }

  private becomeReady(part: RowPart): void {
    this.completed(part);
    const rows = currentRows(part);
    if (part instanceof RowRoot) this.results.rootChanged(part, rows);
    else this.tellAll(part, true, rows);
  }

  // Telling

  private tell(part: RowPart, changes: RowBag): void {
    if (changes.isEmpty) return;
    if (part instanceof RowRoot) this.results.rootChanged(part, changes);
    else this.tellAll(part, false, changes);
  }

  private tellAll(part: RowPart, reset: boolean, rows: RowBag): void {
    if (!part.hasSubscribers) return;
    const message = this.reportOf(part.plan, reset, rows.packed(), []);
    for (const subscriber of part.subscribers()) this.send(subscriber, message);
  }
}

export function waitKey(slot: RowSlotPlan, neighbour: NodeId): string {
  return `${slot.index} ${neighbour}`;
}
