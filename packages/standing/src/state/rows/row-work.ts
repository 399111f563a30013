/**
 * A pattern node of which values are asked, or how often it matches: it keeps, per neighbour, the multiset of rows that
 * it reported, and tells its subscribers all of its own.
 *
 * A pattern node that has to know that something is not there waits until all its neighbours have answered once, and so
 * do the pattern nodes below it: nothing is reported only because an answer is still under way.
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
import { fitsAny, fitsHalf, neighboursOf } from '../node/node-reading.js';
import { NO_ORIGINS, originSetOf } from '../origins/origin-set.js';
import type { WriterListener, Writers } from '../origins/writers.js';
import { comparedOn } from './compared-columns.js';
import { contribute, rowsIn } from './contributions.js';
import { type NeighbourRows, neighbourRowsOf, keptNeighbour, rowsOf } from './neighbour-rows.js';
import { neighbourEdges, NO_NEIGHBOUR_EDGES, readOwn } from './element-reading.js';
import { currentRows, evaluateJoin, ownChanged, ownRow, throughEdge } from './output-rows.js';
import { ResultWork } from './result-work.js';
import { changesTold, negated, RowBag, rowsTold } from '../../collections/row-bag.js';
import { isSameRow } from '../../collections/row-key.js';
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

  isNeighbour(plan: RowNodePlan, patternEdge: number, node: NodeId): boolean {
    return fitsAny(plan.patternEdges[patternEdge]!, this.node, node);
  }

  /** What is known of who wrote to the node, before pattern nodes of a plan that tracks origins work on it. */
  readWriters(writers: Writers | undefined): void {
    this.writers = writers;
  }

  activate(patternNode: RowState): void {
    const { plan } = patternNode;
    patternNode.active = true;
    readOwn(patternNode, this.node, this.writers);
    if (patternNode instanceof RowRoot) this.journal(plan, [StandingEventKind.RootActive]);
    for (const patternEdge of plan.patternEdges) {
      for (const neighbour of neighboursOf(patternEdge, this.node)) {
        if (patternEdge.child < 0) this.fillBare(patternNode, patternEdge, neighbour);
        else this.ask(patternNode, patternEdge, neighbour);
      }
    }
    if (plan.waits && patternNode.waitingFor === undefined) this.completed(patternNode);
    const rows = evaluateJoin(patternNode);
    if (patternNode.isReady) this.tell(patternNode, rows);
  }

  deactivate(patternNode: RowState, change: NodeChange, quietly: boolean): void {
    const { plan } = patternNode;
    const wasReady = patternNode.isReady;
    const before = quietly ? NO_ROWS : currentRows(patternNode);
    for (const patternEdge of plan.patternEdges) {
      if (patternEdge.child < 0) continue;
      const asked = new Set<NodeId>(neighboursOf(patternEdge, this.node));
      for (const edge of change.edgesRemoved)
        if (fitsHalf(patternEdge, this.node.id, edge)) asked.add(edge.other);
      for (const neighbour of asked) this.cancel(plan, patternEdge.child, neighbour);
    }
    if (!quietly) this.journal(plan, [StandingEventKind.Cleared, plan.number]);
    this.counts.keptRows(plan.query, -rowsKept(patternNode));
    patternNode.forget();
    if (quietly) return;
    if (patternNode instanceof RowRoot) {
      if (wasReady) this.results.rootChanged(patternNode, negated(before));
    } else if (!wasReady || !before.isEmpty) {
      this.tellAll(patternNode, true, NO_ROWS);
    }
  }

  follow(patternNode: RowState, change: NodeChange): void {
    const output = new RowBag();
    this.followOwn(patternNode, output);
    for (const patternEdge of patternNode.plan.patternEdges) {
      if (!patternEdge.here) this.followEdge(patternNode, patternEdge, change, output);
    }
    if (patternNode.plan.waits && !patternNode.complete && patternNode.waitingFor === undefined)
      this.becomeReady(patternNode);
    else if (patternNode.isReady) this.tell(patternNode, output);
  }

  report(patternNode: RowState, index: number, from: NodeId, delta: Delta): void {
    const patternEdge = patternNode.plan.patternEdges[index]!;
    const kept = patternNode.edgeState(patternEdge.index).get(from);
    const neighbourRows =
      kept === undefined
        ? { ...neighbourEdges(patternNode, patternEdge, this.node, from, this.writers), rows: new RowBag() }
        : neighbourRowsOf(patternEdge, this.node.id, from, kept);
    const told = comparedOn(this.node.id, patternEdge.compared, rowsTold(delta));
    const changes = changesTold(neighbourRows.rows, told, delta);
    const output = this.enter(patternNode, patternEdge, from, neighbourRows, changes);
    if (patternEdge.awaited && !patternNode.complete)
      this.answered(patternNode, patternEdge, from, neighbourRows.rows.isEmpty);
    if (patternNode.plan.waits && !patternNode.complete && patternNode.waitingFor === undefined)
      this.becomeReady(patternNode);
    else if (patternNode.isReady) this.tell(patternNode, output);
  }

  answer(patternNode: RowState, asker: NodeId): void {
    if (patternNode.active && !patternNode.isReady) return;
    const rows = patternNode.active ? currentRows(patternNode) : NO_ROWS;
    this.send(asker, this.reportOf(patternNode.plan, true, rows.packed(), []));
  }

  speakAgain(patternNode: RowState): void {
    for (const patternEdge of patternNode.active ? patternNode.plan.patternEdges : []) {
      if (patternEdge.child < 0) continue;
      for (const neighbour of neighboursOf(patternEdge, this.node)) {
        this.subscribeTo(patternNode.plan, patternEdge.child, neighbour);
      }
    }
    if (patternNode instanceof RowRoot)
      this.results.rootAgain(patternNode, patternNode.isReady ? currentRows(patternNode) : new RowBag());
    if (!patternNode.hasSubscribers || (patternNode.active && !patternNode.isReady)) return;
    this.tellAll(patternNode, true, patternNode.active ? currentRows(patternNode) : NO_ROWS);
  }

  journalWriter(plan: StandingPlan): WriterListener {
    const { query } = plan;
    return (piece, origin) => {
      const origins = origin === undefined ? NO_ORIGINS : originSetOf(origin);
      this.journal({ query }, [StandingEventKind.Written, piece, origins]);
    };
  }

  private followOwn(patternNode: RowState, output: RowBag): void {
    const before = ownRow(patternNode);
    readOwn(patternNode, this.node, this.writers);
    if (!patternNode.plan.hasOwnColumn && !patternNode.plan.tracksOrigins) return;
    const own = ownRow(patternNode);
    if (!isSameRow(before, own)) output.addAll(ownChanged(patternNode, before, own).rows());
  }

  private followEdge(
    patternNode: RowState,
    patternEdge: RowEdgePlan,
    change: NodeChange,
    output: RowBag,
  ): void {
    const touched = new Set<NodeId>();
    for (const list of [change.edgesAdded, change.edgesRemoved, change.edgesChanged]) {
      for (const edge of list ?? []) if (fitsHalf(patternEdge, this.node.id, edge)) touched.add(edge.other);
    }
    for (const neighbour of touched) {
      if (patternEdge.child >= 0) this.followSubscription(patternNode, patternEdge, neighbour, change);
      output.addAll(this.refresh(patternNode, patternEdge, neighbour).rows());
    }
  }

  private followSubscription(
    patternNode: RowState,
    patternEdge: RowEdgePlan,
    neighbour: NodeId,
    change: NodeChange,
  ): void {
    if (fitsAny(patternEdge, this.node, neighbour)) {
      const isNew = change.edgesAdded.some(
        edge => edge.other === neighbour && fitsHalf(patternEdge, this.node.id, edge),
      );
      if (isNew) this.ask(patternNode, patternEdge, neighbour);
      return;
    }
    this.cancel(patternNode.plan, patternEdge.child, neighbour);
    this.noLongerWaitedFor(patternNode, patternEdge, neighbour);
  }

  /** The edges to a neighbour may be others than before. @returns what changes in the output. */
  private refresh(patternNode: RowState, patternEdge: RowEdgePlan, neighbour: NodeId): RowBag {
    const neighbours = patternNode.edgeState(patternEdge.index);
    const edges = neighbourEdges(patternNode, patternEdge, this.node, neighbour, this.writers);
    const kept = neighbours.get(neighbour);
    if (kept === undefined && (patternEdge.child >= 0 || edges.edges.length === 0)) return NO_ROWS;
    const before: NeighbourRows =
      kept === undefined
        ? { ...NO_NEIGHBOUR_EDGES, rows: new RowBag() }
        : neighbourRowsOf(patternEdge, this.node.id, neighbour, kept);
    const after: NeighbourRows = { ...edges, rows: before.rows };
    const delta = new RowBag();
    const rows = [...rowsIn(patternEdge, before)];
    contribute(patternEdge, neighbour, before, rows, (row, count) => void delta.add(row, -count));
    contribute(patternEdge, neighbour, after, rows, (row, count) => void delta.add(row, count));
    if (patternEdge.child < 0 ? edges.edges.length > 0 : fitsAny(patternEdge, this.node, neighbour)) {
      neighbours.set(neighbour, keptNeighbour(patternEdge, after));
    } else {
      neighbours.delete(neighbour);
      this.counts.keptRows(patternNode.plan.query, -before.rows.size);
      if (patternEdge.child >= 0)
        this.journal(patternNode.plan, [StandingEventKind.Silent, patternEdge.child, neighbour]);
    }
    return delta.isEmpty ? NO_ROWS : throughEdge(patternNode, patternEdge, delta);
  }

  /** @returns what changes in the output. */
  private enter(
    patternNode: RowState,
    patternEdge: RowEdgePlan,
    from: NodeId,
    neighbourRows: NeighbourRows,
    changes: RowBag,
  ): RowBag {
    if (changes.isEmpty) return NO_ROWS;
    const delta = new RowBag();
    contribute(patternEdge, from, neighbourRows, changes.rows(), (row, count) => void delta.add(row, count));
    const before = neighbourRows.rows.size;
    neighbourRows.rows.addAll(changes.rows());
    this.counts.keptRows(patternNode.plan.query, neighbourRows.rows.size - before);
    if (neighbourRows.rows.isEmpty) {
      patternNode.edgeState(patternEdge.index).delete(from);
      // As the event below does when it is replayed: that it answered is journalled anew.
      patternNode.answered?.delete(waitKey(patternEdge.index, from));
      this.journal(patternNode.plan, [StandingEventKind.Silent, patternEdge.child, from]);
    } else {
      patternNode.edgeState(patternEdge.index).set(from, keptNeighbour(patternEdge, neighbourRows));
      this.journal(patternNode.plan, [StandingEventKind.Reported, patternEdge.child, from, changes.packed()]);
    }
    return delta.isEmpty ? NO_ROWS : throughEdge(patternNode, patternEdge, delta);
  }

  private fillBare(patternNode: RowState, patternEdge: RowEdgePlan, neighbour: NodeId): void {
    const edges = neighbourEdges(patternNode, patternEdge, this.node, neighbour, this.writers);
    if (edges.edges.length === 0) return;
    patternNode
      .edgeState(patternEdge.index)
      .set(neighbour, keptNeighbour(patternEdge, { ...edges, rows: NO_ROWS }));
  }

  // Waiting

  private ask(patternNode: RowState, patternEdge: RowEdgePlan, neighbour: NodeId): void {
    this.subscribeTo(patternNode.plan, patternEdge.child, neighbour);
    if (!patternEdge.awaited || patternNode.complete) return;
    const key = waitKey(patternEdge.index, neighbour);
    if (patternNode.answered?.has(key) === true || patternNode.edgeState(patternEdge.index).has(neighbour))
      return;
    patternNode.waitingFor ??= new Set();
    patternNode.waitingFor.add(key);
  }

  private answered(
    patternNode: RowState,
    patternEdge: RowEdgePlan,
    from: NodeId,
    withNothing: boolean,
  ): void {
    const key = waitKey(patternEdge.index, from);
    if (withNothing && patternNode.answered?.has(key) !== true) {
      (patternNode.answered ??= new Set()).add(key);
      this.journal(patternNode.plan, [StandingEventKind.Answered, patternEdge.child, from]);
    }
    patternNode.waitingFor?.delete(key);
    if (patternNode.waitingFor?.size === 0) patternNode.waitingFor = undefined;
  }

  /** The edges to a neighbour are gone. */
  private noLongerWaitedFor(patternNode: RowState, patternEdge: RowEdgePlan, neighbour: NodeId): void {
    const key = waitKey(patternEdge.index, neighbour);
    if (patternNode.answered?.delete(key) === true) {
      this.journal(patternNode.plan, [StandingEventKind.Silent, patternEdge.child, neighbour]);
    }
    patternNode.waitingFor?.delete(key);
    if (patternNode.waitingFor?.size === 0) patternNode.waitingFor = undefined;
  }

  private completed(patternNode: RowState): void {
    patternNode.complete = true;
    patternNode.waitingFor = undefined;
    patternNode.answered = undefined;
    this.journal(patternNode.plan, [StandingEventKind.Complete, patternNode.plan.number]);
  }

  private becomeReady(patternNode: RowState): void {
    this.completed(patternNode);
    const rows = currentRows(patternNode);
    if (patternNode instanceof RowRoot) this.results.rootChanged(patternNode, rows);
    else this.tellAll(patternNode, true, rows);
  }

  // Telling

  private tell(patternNode: RowState, changes: RowBag): void {
    if (changes.isEmpty) return;
    if (patternNode instanceof RowRoot) this.results.rootChanged(patternNode, changes);
    else this.tellAll(patternNode, false, changes);
  }

  private tellAll(patternNode: RowState, reset: boolean, rows: RowBag): void {
    if (!patternNode.hasSubscribers) return;
    const message = this.reportOf(patternNode.plan, reset, rows.packed(), []);
    for (const subscriber of patternNode.subscribers()) this.send(subscriber, message);
  }
}

/** Rows that neighbours reported. */
function rowsKept(patternNode: RowState): number {
  let count = 0;
  for (const { index, child } of patternNode.plan.patternEdges) {
    if (child < 0) continue;
    for (const kept of patternNode.edgeState(index).values()) count += rowsOf(kept).size;
  }
  return count;
}
