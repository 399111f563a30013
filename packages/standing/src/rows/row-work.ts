/**
 * What happens to one part of a row plan on one node. The same protocol as engine/part-work.ts, with multisets of
 * rows in place of representatives. Invariants between two messages, for a part that is there:
 *
 * - it is active exactly if its local test holds; then it has subscribed to the child part on each neighbour over
 *   edges that fit a slot, and else to none;
 * - fillings are of such neighbours only: what is not subscribed to is forgotten at once;
 * - while it is ready, every subscriber has been told all its rows; before, nobody has been told anything.
 *
 * A part that has to know that something is not there waits until all its neighbours have answered once, and so do
 * the parts below it: nothing is reported only because an answer is still under way.
 */
import { EventKind, type NodeId } from '@weir/model';
import type {
  Delta,
  NodeChange,
  Origin,
  StandingEffects,
  StandingMessage,
  StandingNode,
  StandingRecorder,
} from '../standing-operator.js';
import type { PartCounts } from '../engine/part-counts.js';
import type { ResultIds } from '../engine/result-ids.js';
import { fitsAny, fitsHalf, neighboursOf } from './node-reading.js';
import { NO_ORIGINS, originSetOf } from './origins/origin-set.js';
import type { WriterListener, Writers } from './origins/writers.js';
import { comparedOn } from './compared-columns.js';
import { contribute, rowsIn } from './contributions.js';
import { type Filling, fillingOf, keptFilling } from './neighbour-rows.js';
import { filledEdges, NO_FILLED_EDGES, readOwn } from './part-reading.js';
import { currentRows, evaluatePart, ownChanged, ownRow, throughSlot } from './part-rows.js';
import { ResultWork } from './result-work.js';
import { changesTold, negated, RowBag, rowsTold } from './row-bag.js';
import { isSameRow } from './row-key.js';
import { RowEventKind, type RowPayload } from './row-events.js';
import type { RowPartPlan, RowPlan, RowSlotPlan } from './row-plan.js';
import { type RowPart, RowRoot } from './row-state.js';

const NO_ROWS = new RowBag();

/** One per engine, pointed at the node and message at hand by `begin`. */
export class RowWork {
  readonly results: ResultWork;
  private node!: StandingNode;
  private effects!: StandingEffects;
  private origin: Origin | undefined = undefined;
  private initial = false;
  private writers: Writers | undefined = undefined;

  constructor(
    planOf: (query: number) => RowPlan,
    private readonly recorder: StandingRecorder,
    counts: PartCounts,
    ids: ResultIds,
  ) {
    this.results = new ResultWork(planOf, recorder, counts, ids);
  }

  begin(node: StandingNode, effects: StandingEffects, origin: Origin | undefined, initial: boolean): void {
    this.node = node;
    this.effects = effects;
    this.origin = origin;
    this.initial = initial;
    this.results.begin(node.id, effects, origin, initial);
  }

  /** What is known of who wrote to the node, before parts of a plan that tracks origins work on it. */
  readWriters(writers: Writers | undefined): void {
    this.writers = writers;
  }

  /** The local test began to hold. */
  activate(part: RowPart): void {
    const { plan } = part;
    part.active = true;
    readOwn(part, this.node, this.writers);
    if (part instanceof RowRoot) this.journal(plan, [RowEventKind.RootActive]);
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

  /** The local test ceased to hold, or nobody is subscribed any more (then `quietly`). */
  deactivate(part: RowPart, change: NodeChange, quietly: boolean): void {
    const { plan } = part;
    const wasReady = part.isReady;
    const before = quietly ? NO_ROWS : currentRows(part);
    for (const slot of plan.slots) {
      if (slot.child < 0) continue;
      const asked = new Set<NodeId>(neighboursOf(slot, this.node));
      for (const edge of change.edgesRemoved) if (fitsHalf(slot, this.node.id, edge)) asked.add(edge.other);
      for (const neighbour of asked) this.cancel(plan, slot, neighbour);
    }
    if (!quietly) this.journal(plan, [RowEventKind.Cleared, plan.number]);
    part.forget();
    if (quietly) return;
    if (part instanceof RowRoot) {
      if (wasReady) this.results.rootChanged(part, negated(before));
    } else if (!wasReady || !before.isEmpty) {
      this.tellAll(part, { reset: true, rows: NO_ROWS });
    }
  }

  /** The part stays active while its node's values and edges change. */
  follow(part: RowPart, change: NodeChange): void {
    const output = new RowBag();
    this.followOwn(part, output);
    for (const slot of part.plan.slots) {
      if (!slot.here) this.followSlot(part, slot, change, output);
    }
    if (part.plan.waits && !part.complete && part.waitingFor === undefined) this.becomeReady(part);
    else if (part.isReady) this.tell(part, output);
  }

  /** A neighbour that is subscribed to reports. */
  report(part: RowPart, slot: RowSlotPlan, from: NodeId, delta: Delta): void {
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

  /** Everything that a subscriber should know, whatever it was told before; nothing while that is not known. */
  answer(part: RowPart, asker: NodeId): void {
    if (part.active && !part.isReady) return;
    const rows = part.active ? currentRows(part) : NO_ROWS;
    this.send(asker, this.reportOf(part.plan, { reset: true, rows }));
  }

  answerAll(part: RowPart): void {
    if (!part.hasSubscribers || (part.active && !part.isReady)) return;
    this.tellAll(part, { reset: true, rows: part.active ? currentRows(part) : NO_ROWS });
  }

  /** After a crash: subscribes again wherever the part is subscribed, and sets right what a root reported. */
  askAgain(part: RowPart): void {
    for (const slot of part.plan.slots) {
      if (slot.child < 0) continue;
      for (const neighbour of neighboursOf(slot, this.node)) this.subscribeTo(part.plan, slot, neighbour);
    }
    if (part instanceof RowRoot && part.isReady) this.results.rootAgain(part, currentRows(part));
  }

  send(to: NodeId, message: StandingMessage): void {
    this.recorder.sent(this.node.id, to, message);
    this.effects.send(to, message);
  }

  journalSubscriber(part: RowPart, subscriber: NodeId, subscribed: boolean): void {
    const kind = subscribed ? RowEventKind.Subscribed : RowEventKind.Unsubscribed;
    this.journal(part.plan, [kind, part.plan.number, subscriber]);
  }

  journalWriter(plan: RowPlan): WriterListener {
    const { query } = plan;
    return (piece, origin) => {
      const origins = origin === undefined ? NO_ORIGINS : originSetOf(origin);
      this.effects.journal([EventKind.Standing, query, [RowEventKind.Written, piece, origins]]);
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
    this.cancel(part.plan, slot, neighbour);
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
      if (slot.child >= 0) this.journal(part.plan, [RowEventKind.Silent, slot.child, neighbour]);
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
      this.journal(part.plan, [RowEventKind.Silent, slot.child, from]);
    } else {
      part.slot(slot.index).set(from, keptFilling(slot, filling));
      this.journal(part.plan, [RowEventKind.Reported, slot.child, from, changes.packed()]);
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
    this.subscribeTo(part.plan, slot, neighbour);
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
      this.journal(part.plan, [RowEventKind.Answered, slot.child, from]);
    }
    part.waitingFor?.delete(key);
    if (part.waitingFor?.size === 0) part.waitingFor = undefined;
  }

  /** The edges to a neighbour are gone. */
  private noLongerWaitedFor(part: RowPart, slot: RowSlotPlan, neighbour: NodeId): void {
    const key = waitKey(slot, neighbour);
    if (part.answered?.delete(key) === true) {
      this.journal(part.plan, [RowEventKind.Silent, slot.child, neighbour]);
    }
    part.waitingFor?.delete(key);
    if (part.waitingFor?.size === 0) part.waitingFor = undefined;
  }

  private completed(part: RowPart): void {
    part.complete = true;
    part.waitingFor = undefined;
    part.answered = undefined;
    this.journal(part.plan, [RowEventKind.Complete, part.plan.number]);
  }

  private becomeReady(part: RowPart): void {
    this.completed(part);
    const rows = currentRows(part);
    if (part instanceof RowRoot) this.results.rootChanged(part, rows);
    else this.tellAll(part, { reset: true, rows });
  }

  // Telling

  private tell(part: RowPart, changes: RowBag): void {
    if (changes.isEmpty) return;
    if (part instanceof RowRoot) this.results.rootChanged(part, changes);
    else this.tellAll(part, { reset: false, rows: changes });
  }

  private tellAll(part: RowPart, told: Told): void {
    if (!part.hasSubscribers) return;
    const message = this.reportOf(part.plan, told);
    for (const subscriber of part.subscribers()) this.send(subscriber, message);
  }

  private reportOf(plan: RowPartPlan, { reset, rows }: Told): StandingMessage {
    const { origin, initial } = this;
    const delta = { reset, added: rows.packed(), removed: [], origin, initial };
    return { kind: 'report', query: plan.query, part: plan.number, delta };
  }

  private subscribeTo(plan: RowPartPlan, slot: RowSlotPlan, neighbour: NodeId): void {
    const { origin, initial } = this;
    this.send(neighbour, { kind: 'subscribe', query: plan.query, part: slot.child, origin, initial });
  }

  private cancel(plan: RowPartPlan, slot: RowSlotPlan, neighbour: NodeId): void {
    this.send(neighbour, { kind: 'cancel', query: plan.query, part: slot.child });
  }

  private journal(plan: RowPartPlan, payload: RowPayload): void {
    this.effects.journal([EventKind.Standing, plan.query, payload]);
  }
}

interface Told {
  readonly reset: boolean;
  readonly rows: RowBag;
}

export function waitKey(slot: RowSlotPlan, neighbour: NodeId): string {
  return `${slot.index} ${neighbour}`;
}
