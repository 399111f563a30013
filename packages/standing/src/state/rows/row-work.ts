/**
 * Work of a pattern node that reports values or numbers of matches: it stores, per neighbor, the multiset of reported
 * rows, and reports all its own rows to its subscribers.
 *
 * A pattern node that depends on the absence of something waits until all its neighbors have answered once, and so do
 * the pattern nodes below it: nothing is reported merely because an answer is still in flight.
 */
import type { NodeId } from '@weir/model';
import type { RowNodePlan, RowEdgePlan } from '../../plan/row-plan.js';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { Delta } from '../../contract/delta.js';
import type { NodeChange } from '../../contract/node-change.js';
import type { Origin } from '../../contract/origin.js';
import type { StandingEffects } from '../../contract/standing-effects.js';
import type { StandingNode } from '../../contract/standing-node.js';
import type { StandingRecorder } from '../../contract/standing-recorder.js';
import type { StateCounts } from '../node/state-counts.js';
import type { ResultIds } from '../results/result-ids.js';
import { fitsAny, fitsHalf, neighborsOf } from '../node/node-reading.js';
import { NO_ORIGINS, originSetOf } from '../origins/origin-set.js';
import type { WriterListener, Writers } from '../origins/writers.js';
import { comparedOn } from './compared-columns.js';
import { contribute, rowsIn } from './contributions.js';
import {
  type NeighborEdges,
  type NeighborRows,
  neighborRowsOf,
  keptNeighbor,
  rowsOf,
} from './neighbor-rows.js';
import { neighborEdges, NO_NEIGHBOUR_EDGES, readOwn } from './element-reading.js';
import { currentRows, evaluateJoin, ownChanged, ownRow, throughEdge } from './output-rows.js';
import { ResultWork } from './result-work.js';
import { reportedChanges, negated, RowBag, reportedRows } from '../../collections/row-bag.js';
import { isSameRow } from '../../collections/row-key.js';
import type { Doubt } from '../pattern/doubt.js';
import { PatternWork } from '../pattern/pattern-work.js';
import { StandingEventKind } from '../node/standing-events.js';
import { type RowState, RowRoot, waitKey } from './row-state.js';

const NO_ROWS = new RowBag();

export class RowWork extends PatternWork<RowState, RowNodePlan> {
  readonly results: ResultWork;
  private writers: Writers | undefined = undefined;

  constructor(
    planOf: (query: number) => StandingPlan,
    recorder: StandingRecorder,
    private readonly counts: StateCounts,
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

  isNeighbor(plan: RowNodePlan, edgeIndex: number, node: NodeId): boolean {
    return fitsAny(plan.patternEdges[edgeIndex]!, this.node, node);
  }

  /** Sets the known writers of the node; call it before pattern nodes of a plan that tracks origins. */
  readWriters(writers: Writers | undefined): void {
    this.writers = writers;
  }

  protected subscribingEdges({ patternEdges }: RowNodePlan): readonly RowEdgePlan[] {
    return patternEdges.filter(({ child }) => child >= 0);
  }

  protected neighborsOver(patternEdge: RowEdgePlan): Iterable<NodeId> {
    return neighborsOf(patternEdge, this.node);
  }

  activate(state: RowState): void {
    const { plan } = state;
    state.active = true;
    readOwn(state, this.node, this.writers);
    if (state instanceof RowRoot) this.journal(plan, [StandingEventKind.RootActive]);
    else this.journalAsked(plan);
    for (const patternEdge of plan.patternEdges) {
      for (const neighbor of neighborsOf(patternEdge, this.node)) {
        if (patternEdge.child < 0) this.fillBare(state, patternEdge, neighbor);
        else this.subscribeToNeighbor(state, patternEdge, neighbor);
      }
    }
    if (plan.waits && state.waitingFor === undefined) this.completed(state);
    const rows = evaluateJoin(state);
    if (state.isReady) this.reportChanges(state, rows);
  }

  deactivate(state: RowState, change: NodeChange, quietly: boolean): void {
    const { plan } = state;
    const wasReady = state.isReady;
    const before = quietly ? NO_ROWS : currentRows(state);
    for (const patternEdge of plan.patternEdges) {
      if (patternEdge.child < 0) continue;
      const asked = new Set<NodeId>(neighborsOf(patternEdge, this.node));
      for (const edge of change.edgesRemoved)
        if (fitsHalf(patternEdge, this.node.id, edge)) asked.add(edge.other);
      for (const neighbor of asked) this.cancel(plan, patternEdge.child, neighbor);
    }
    if (!quietly) this.journal(plan, [StandingEventKind.Cleared, plan.number]);
    this.counts.keptRows(plan.query, -rowsKept(state));
    state.forget();
    if (quietly) return;
    if (state instanceof RowRoot) {
      if (wasReady) this.results.rootChanged(state, negated(before));
    } else if (!wasReady || !before.isEmpty) {
      this.reportToSubscribers(state, true, NO_ROWS);
    }
  }

  follow(state: RowState, change: NodeChange): void {
    const output = new RowBag();
    this.followOwn(state, output);
    for (const patternEdge of state.plan.patternEdges) {
      if (!patternEdge.here) this.followEdge(state, patternEdge, change, output);
    }
    if (state.plan.waits && !state.complete && state.waitingFor === undefined) this.becomeReady(state);
    else if (state.isReady) this.reportChanges(state, output);
  }

  report(state: RowState, index: number, from: NodeId, delta: Delta): void {
    const patternEdge = state.plan.patternEdges[index]!;
    const kept = state.edgeState(patternEdge.index).get(from);
    const neighborRows =
      kept === undefined
        ? withoutRows(neighborEdges(state, patternEdge, this.node, from, this.writers))
        : neighborRowsOf(patternEdge, this.node.id, from, kept);
    const reported = reportedRows(delta);
    const compared = comparedOn(this.node.id, patternEdge.compared, reported);
    const changes = reportedChanges(neighborRows.rows, compared, delta);
    const packed = changes === reported ? delta.added : changes.packed();
    const output = this.enter(state, patternEdge, from, neighborRows, changes, packed);
    if (patternEdge.awaited && !state.complete)
      this.answered(state, patternEdge, from, neighborRows.rows.isEmpty);
    if (state.plan.waits && !state.complete && state.waitingFor === undefined) this.becomeReady(state);
    else if (state.isReady) this.reportChanges(state, output);
  }

  answer(state: RowState, asker: NodeId): void {
    if (state.active && !state.isReady) return;
    const rows = state.active ? currentRows(state) : NO_ROWS;
    this.send(asker, this.reportOf(state.plan, true, rows.packed(), []));
  }

  answerAgain(state: RowState, doubt: Doubt): void {
    if (state instanceof RowRoot && doubt.answersAll)
      this.results.rootAgain(state, state.isReady ? currentRows(state) : new RowBag());
    const subscribers = [...doubt.subscribersOf(state)];
    if (subscribers.length === 0 || (state.active && !state.isReady)) return;
    this.reportTo(subscribers, state, true, state.active ? currentRows(state) : NO_ROWS);
  }

  journalWriter(plan: StandingPlan): WriterListener {
    const { query } = plan;
    return (piece, origin) => {
      const origins = origin === undefined ? NO_ORIGINS : originSetOf(origin);
      this.journal({ query }, [StandingEventKind.Written, piece, origins]);
    };
  }

  private followOwn(state: RowState, output: RowBag): void {
    const before = ownRow(state);
    readOwn(state, this.node, this.writers);
    if (!state.plan.hasOwnColumn && !state.plan.tracksOrigins) return;
    const own = ownRow(state);
    if (!isSameRow(before, own)) output.addAll(ownChanged(state, before, own).rows());
  }

  private followEdge(state: RowState, patternEdge: RowEdgePlan, change: NodeChange, output: RowBag): void {
    const touched = new Set<NodeId>();
    for (const list of [change.edgesAdded, change.edgesRemoved, change.edgesChanged]) {
      for (const edge of list ?? []) if (fitsHalf(patternEdge, this.node.id, edge)) touched.add(edge.other);
    }
    for (const neighbor of touched) {
      if (patternEdge.child >= 0) this.followSubscription(state, patternEdge, neighbor, change);
      output.addAll(this.refresh(state, patternEdge, neighbor).rows());
    }
  }

  private followSubscription(
    state: RowState,
    patternEdge: RowEdgePlan,
    neighbor: NodeId,
    change: NodeChange,
  ): void {
    if (fitsAny(patternEdge, this.node, neighbor)) {
      const isNew = change.edgesAdded.some(
        edge => edge.other === neighbor && fitsHalf(patternEdge, this.node.id, edge),
      );
      if (isNew) this.subscribeToNeighbor(state, patternEdge, neighbor);
      return;
    }
    this.cancel(state.plan, patternEdge.child, neighbor);
    this.noLongerWaitedFor(state, patternEdge, neighbor);
  }

  /** The edges to a neighbor may have changed. @returns the changes in the output. */
  private refresh(state: RowState, patternEdge: RowEdgePlan, neighbor: NodeId): RowBag {
    const neighbors = state.edgeState(patternEdge.index);
    const edges = neighborEdges(state, patternEdge, this.node, neighbor, this.writers);
    const kept = neighbors.get(neighbor);
    if (kept === undefined && (patternEdge.child >= 0 || edges.edges.length === 0)) return NO_ROWS;
    const before: NeighborRows =
      kept === undefined
        ? withoutRows(NO_NEIGHBOUR_EDGES)
        : neighborRowsOf(patternEdge, this.node.id, neighbor, kept);
    const after: NeighborRows = { ...edges, rows: before.rows };
    const delta = new RowBag();
    const rows = [...rowsIn(patternEdge, before)];
    contribute(patternEdge, neighbor, before, rows, (row, count) => void delta.add(row, -count));
    contribute(patternEdge, neighbor, after, rows, (row, count) => void delta.add(row, count));
    if (patternEdge.child < 0 ? edges.edges.length > 0 : fitsAny(patternEdge, this.node, neighbor)) {
      neighbors.set(neighbor, keptNeighbor(patternEdge, after));
    } else {
      neighbors.delete(neighbor);
      this.counts.keptRows(state.plan.query, -before.rows.size);
      if (patternEdge.child >= 0)
        this.journal(state.plan, [StandingEventKind.Silent, patternEdge.child, neighbor]);
    }
    return delta.isEmpty ? NO_ROWS : throughEdge(state, patternEdge, delta);
  }

  /** @returns the changes in the output. */
  private enter(
    state: RowState,
    patternEdge: RowEdgePlan,
    from: NodeId,
    neighborRows: NeighborRows,
    changes: RowBag,
    packed: Delta['added'],
  ): RowBag {
    if (changes.isEmpty) return NO_ROWS;
    const delta = new RowBag();
    contribute(patternEdge, from, neighborRows, changes.rows(), (row, count) => void delta.add(row, count));
    const before = neighborRows.rows.size;
    neighborRows.rows.addAll(changes.rows());
    this.counts.keptRows(state.plan.query, neighborRows.rows.size - before);
    if (neighborRows.rows.isEmpty) {
      state.edgeState(patternEdge.index).delete(from);
      // As in the replay of the event below: the answer is journaled again.
      state.answered?.delete(waitKey(patternEdge.index, from));
      this.journal(state.plan, [StandingEventKind.Silent, patternEdge.child, from]);
    } else {
      state.edgeState(patternEdge.index).set(from, keptNeighbor(patternEdge, neighborRows));
      this.journal(state.plan, [StandingEventKind.Reported, patternEdge.child, from, packed]);
    }
    return delta.isEmpty ? NO_ROWS : throughEdge(state, patternEdge, delta);
  }

  private fillBare(state: RowState, patternEdge: RowEdgePlan, neighbor: NodeId): void {
    const edges = neighborEdges(state, patternEdge, this.node, neighbor, this.writers);
    if (edges.edges.length === 0) return;
    state.edgeState(patternEdge.index).set(neighbor, keptNeighbor(patternEdge, { ...edges, rows: NO_ROWS }));
  }

  // Waiting

  private subscribeToNeighbor(state: RowState, patternEdge: RowEdgePlan, neighbor: NodeId): void {
    this.subscribeTo(state.plan, patternEdge.child, neighbor);
    if (!patternEdge.awaited || state.complete) return;
    const key = waitKey(patternEdge.index, neighbor);
    if (state.answered?.has(key) === true || state.edgeState(patternEdge.index).has(neighbor)) return;
    state.waitingFor ??= new Set();
    state.waitingFor.add(key);
  }

  private answered(state: RowState, patternEdge: RowEdgePlan, from: NodeId, withNothing: boolean): void {
    const key = waitKey(patternEdge.index, from);
    if (withNothing && state.answered?.has(key) !== true) {
      (state.answered ??= new Set()).add(key);
      this.journal(state.plan, [StandingEventKind.Answered, patternEdge.child, from]);
    }
    state.waitingFor?.delete(key);
    if (state.waitingFor?.size === 0) state.waitingFor = undefined;
  }

  /** The edges to a neighbor were removed. */
  private noLongerWaitedFor(state: RowState, patternEdge: RowEdgePlan, neighbor: NodeId): void {
    const key = waitKey(patternEdge.index, neighbor);
    if (state.answered?.delete(key) === true) {
      this.journal(state.plan, [StandingEventKind.Silent, patternEdge.child, neighbor]);
    }
    state.waitingFor?.delete(key);
    if (state.waitingFor?.size === 0) state.waitingFor = undefined;
  }

  private completed(state: RowState): void {
    state.complete = true;
    state.waitingFor = undefined;
    state.answered = undefined;
    this.journal(state.plan, [StandingEventKind.Complete, state.plan.number]);
  }

  private becomeReady(state: RowState): void {
    this.completed(state);
    const rows = currentRows(state);
    if (state instanceof RowRoot) this.results.rootChanged(state, rows);
    else this.reportToSubscribers(state, true, rows);
  }

  // Reporting

  private reportChanges(state: RowState, changes: RowBag): void {
    if (changes.isEmpty) return;
    if (state instanceof RowRoot) this.results.rootChanged(state, changes);
    else this.reportToSubscribers(state, false, changes);
  }

  private reportToSubscribers(state: RowState, reset: boolean, rows: RowBag): void {
    if (state.hasSubscribers) this.reportTo(state.subscribers(), state, reset, rows);
  }

  private reportTo(subscribers: Iterable<NodeId>, state: RowState, reset: boolean, rows: RowBag): void {
    const message = this.reportOf(state.plan, reset, rows.packed(), []);
    for (const subscriber of subscribers) this.send(subscriber, message);
  }
}

function withoutRows({ edges, origins }: NeighborEdges): NeighborRows {
  return { edges, origins, rows: new RowBag() };
}

/** Number of rows that neighbors reported. */
function rowsKept(state: RowState): number {
  let count = 0;
  for (const { index, child } of state.plan.patternEdges) {
    if (child < 0) continue;
    for (const kept of state.edgeState(index).values()) count += rowsOf(kept).size;
  }
  return count;
}
