/**
 * Work of a pattern node that only reports whether it matches: it keeps witnesses, and reports `reportFor(...)` of its
 * current matches to a subscriber.
 *
 * A neighbor without an entry has either reported nothing or not answered yet. These need not be distinguished: rows
 * are sets, so a late difference of an earlier subscription can only add rows that existed when it was sent, and the
 * answer to the current one, which arrives after it, replaces everything.
 */
import type { Direction, NodeId } from '@weir/model';
import type { WitnessNodePlan, WitnessEdgePlan } from '../../plan/witness-plan.js';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { Delta } from '../../contract/delta.js';
import type { NodeChange } from '../../contract/node-change.js';
import type { StandingRecorder } from '../../contract/standing-recorder.js';
import { type WitnessState, WitnessRoot, witnessesIn } from './witness-state.js';

import type { StateCounts } from '../node/state-counts.js';
import { matchesOf, reportFor } from './witness-matches.js';
import type { Doubt } from '../pattern/doubt.js';
import { PatternWork } from '../pattern/pattern-work.js';
import { matchRow, type ResultIds } from '../results/result-ids.js';
import { refreshBareEdge, replaceRows } from './witness-upkeep.js';
import { StandingEventKind } from '../node/standing-events.js';
import { includesWitness, NO_WITNESSES, sameWitnesses, sharedRows } from './witness.js';
import type { Witness } from '../../plan/edge-columns.js';

export class WitnessWork extends PatternWork<WitnessState, WitnessNodePlan> {
  constructor(
    private readonly plans: ReadonlyMap<number, StandingPlan>,
    recorder: StandingRecorder,
    private readonly counts: StateCounts,
    private readonly ids: ResultIds,
  ) {
    super(recorder);
  }

  isNeighbor(plan: WitnessNodePlan, edgeIndex: number, node: NodeId): boolean {
    const { label, direction } = plan.patternEdges[edgeIndex]!;
    return this.node.hasEdge(label, direction, node);
  }

  protected subscribingEdges({ patternEdges }: WitnessNodePlan): readonly WitnessEdgePlan[] {
    return patternEdges.filter(({ bare, after }) => !bare && after < 0);
  }

  protected neighborsOver({ label, direction }: WitnessEdgePlan): Iterable<NodeId> {
    return this.node.neighbors(label, direction);
  }

  activate(state: WitnessState): void {
    state.active = true;
    if (state instanceof WitnessRoot) this.journal(state.plan, [StandingEventKind.RootActive]);
    else this.journalAsked(state.plan);
    for (const patternEdge of state.plan.patternEdges) {
      if (patternEdge.after >= 0) continue;
      if (!patternEdge.bare) {
        for (const neighbor of this.node.neighbors(patternEdge.label, patternEdge.direction)) {
          this.subscribeTo(state.plan, patternEdge.child, neighbor);
        }
      } else if (patternEdge.columns.length > 0) {
        refreshBareEdge(patternEdge, state.edgeState(patternEdge.index), this.node, undefined);
      }
    }
    this.reportChanges(state, NO_WITNESSES);
  }

  deactivate(state: WitnessState, change: NodeChange, quietly: boolean): void {
    const before = this.matchesBefore(state);
    const { plan } = state;
    for (const patternEdge of plan.patternEdges) {
      if (patternEdge.bare || patternEdge.after >= 0) continue;
      for (const neighbor of this.node.neighbors(patternEdge.label, patternEdge.direction)) {
        this.cancel(plan, patternEdge.child, neighbor);
      }
      for (const edge of change.edgesRemoved) {
        if (!fits(patternEdge, edge) || this.node.hasEdge(edge.label, edge.direction, edge.other)) continue;
        this.cancel(plan, patternEdge.child, edge.other);
      }
    }
    const wasAsking = state instanceof WitnessRoot || this.subscribingEdges(plan).length > 0;
    if (wasAsking && !quietly) this.journal(plan, [StandingEventKind.Cleared, plan.number]);
    state.forget();
    if (!quietly) this.reportChanges(state, before);
  }

  /** The node's values matter only for the local test. */
  follow(state: WitnessState, change: NodeChange): void {
    if (state.plan.patternEdges.length === 0) return;
    if (!concerns(state.plan, change)) return;
    const before = this.matchesBefore(state);
    for (const patternEdge of state.plan.patternEdges) {
      if (patternEdge.after >= 0) continue;
      if (!patternEdge.bare) this.followSubscriptions(state, patternEdge, change);
      else if (patternEdge.columns.length > 0) this.followBareEdge(state, patternEdge, change);
    }
    this.reportChanges(state, before);
  }

  private followSubscriptions(state: WitnessState, patternEdge: WitnessEdgePlan, change: NodeChange): void {
    for (const edge of change.edgesAdded) {
      if (fits(patternEdge, edge) && this.node.hasEdge(edge.label, edge.direction, edge.other)) {
        this.subscribeTo(state.plan, patternEdge.child, edge.other);
      }
    }
    for (const edge of change.edgesRemoved) {
      if (!fits(patternEdge, edge) || this.node.hasEdge(edge.label, edge.direction, edge.other)) continue;
      this.cancel(state.plan, patternEdge.child, edge.other);
      this.enter(state, patternEdge, edge.other, NO_WITNESSES);
    }
  }

  private followBareEdge(state: WitnessState, patternEdge: WitnessEdgePlan, change: NodeChange): void {
    const touched: NodeId[] = [];
    for (const edge of change.edgesAdded) if (fits(patternEdge, edge)) touched.push(edge.other);
    for (const edge of change.edgesRemoved) if (fits(patternEdge, edge)) touched.push(edge.other);
    if (touched.length > 0)
      refreshBareEdge(patternEdge, state.edgeState(patternEdge.index), this.node, touched);
  }

  report(state: WitnessState, index: number, from: NodeId, delta: Delta): void {
    const patternEdge = state.plan.patternEdges[index]!;
    const edgeState = state.edgeState(patternEdge.index);
    const columns = patternEdge.columns.length;
    const heldBefore = edgeState.held;
    const witnessesBefore = witnessesIn(edgeState, columns);
    const known = edgeState.get(from) ?? NO_WITNESSES;
    this.enter(
      state,
      patternEdge,
      from,
      rowsAfter(known, delta, this.reportedColumns(patternEdge, state.plan)),
    );
    if (sameWitnesses(witnessesBefore, witnessesIn(edgeState, columns))) return;
    const heldAfter = edgeState.held;
    edgeState.held = heldBefore;
    const before = this.matchesBefore(state);
    edgeState.held = heldAfter;
    this.reportChanges(state, before);
  }

  answer(state: WitnessState, asker: NodeId): void {
    const matches = matchesOf(state, this.node.id);
    const rows = reportFor(state.plan, this.entryDirection(state.plan), matches, this.node.id, asker);
    this.send(asker, this.reportOf(state.plan, true, rows, NO_WITNESSES));
  }

  answerAgain(state: WitnessState, doubt: Doubt): void {
    for (const subscriber of doubt.subscribersOf(state)) this.answer(state, subscriber);
  }

  private enter(
    state: WitnessState,
    patternEdge: WitnessEdgePlan,
    neighbor: NodeId,
    rows: readonly Witness[],
  ): void {
    const edgeState = state.edgeState(patternEdge.index);
    const known = edgeState.get(neighbor) ?? NO_WITNESSES;
    if (sameWitnesses(known, rows)) return;
    if (rows.length === 0) {
      this.journal(state.plan, [StandingEventKind.Silent, patternEdge.child, neighbor]);
    } else if (rows.length === 1 && rows[0]!.length === 0) {
      this.journal(state.plan, [StandingEventKind.Reported, patternEdge.child, neighbor]);
    } else {
      this.journal(state.plan, [StandingEventKind.Reported, patternEdge.child, neighbor, rows]);
    }
    replaceRows(patternEdge, edgeState, this.node.id, neighbor, known, rows);
  }

  /** A root's previous match is recorded in its result id. */
  private matchesBefore(state: WitnessState): readonly Witness[] {
    return state instanceof WitnessRoot ? NO_WITNESSES : matchesOf(state, this.node.id);
  }

  /** Reports the changes, given the previous matches. */
  private reportChanges(state: WitnessState, before: readonly Witness[]): void {
    const after = matchesOf(state, this.node.id);
    if (state instanceof WitnessRoot) {
      this.reportResult(state, after.length > 0);
    } else if (!sameWitnesses(before, after)) {
      this.reportToSubscribers(state, before, after);
    }
  }

  private reportResult(root: WitnessRoot, matches: boolean): void {
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

  private reportToSubscribers(
    state: WitnessState,
    before: readonly Witness[],
    after: readonly Witness[],
  ): void {
    if (!state.hasSubscribers) return;
    const { plan } = state;
    const direction = this.entryDirection(plan);
    const here = this.node.id;
    const commonBefore = reportFor(plan, direction, before, here, undefined);
    const commonAfter = reportFor(plan, direction, after, here, undefined);
    // Subscribers whose ids occur in a match may get a different report than all others.
    const named = plan.columns.length > 0 ? idsIn(before, after) : NOBODY;
    if (!sameWitnesses(commonBefore, commonAfter)) {
      const added = without(commonAfter, commonBefore);
      const removed = without(commonBefore, commonAfter);
      const message = this.reportOf(plan, false, added, removed);
      for (const subscriber of state.subscribers())
        if (!named.has(subscriber)) this.send(subscriber, message);
    }
    for (const subscriber of named) {
      if (!state.isSubscribed(subscriber)) continue;
      const rowsBefore = reportFor(plan, direction, before, here, subscriber);
      const rowsAfter = reportFor(plan, direction, after, here, subscriber);
      if (sameWitnesses(rowsBefore, rowsAfter)) continue;
      const added = without(rowsAfter, rowsBefore);
      this.send(subscriber, this.reportOf(plan, false, added, without(rowsBefore, rowsAfter)));
    }
  }

  private entryDirection(plan: WitnessNodePlan): Direction {
    const { nodeIndex, edgeIndex } = plan.parent!;
    return this.planNodeOf(plan, nodeIndex).patternEdges[edgeIndex]!.direction;
  }

  private planNodeOf({ query }: WitnessNodePlan, number: number): WitnessNodePlan {
    return this.plans.get(query)!.nodes[number] as WitnessNodePlan;
  }

  private reportedColumns(patternEdge: WitnessEdgePlan, plan: WitnessNodePlan): number {
    return this.planNodeOf(plan, patternEdge.child).reported.length;
  }
}

const NOBODY: ReadonlySet<NodeId> = new Set();

function concerns(plan: WitnessNodePlan, change: NodeChange): boolean {
  for (const patternEdge of plan.patternEdges) {
    for (const edge of change.edgesAdded) if (fits(patternEdge, edge)) return true;
    for (const edge of change.edgesRemoved) if (fits(patternEdge, edge)) return true;
  }
  return false;
}

function fits(
  patternEdge: WitnessEdgePlan,
  edge: { readonly label: string; readonly direction: Direction },
): boolean {
  return edge.label === patternEdge.label && edge.direction === patternEdge.direction;
}

function rowsAfter(known: readonly Witness[], delta: Delta, columns: number): readonly Witness[] {
  const added = delta.added as readonly Witness[];
  // This applies to nearly all reports.
  if (added.length < 2 && (delta.reset || known.length === 0)) return sharedRows(added, columns);
  const rows: Witness[] = [];
  if (!delta.reset) {
    const removed = delta.removed as readonly Witness[];
    for (const row of known) if (!includesWitness(removed, row)) rows.push(row);
  }
  for (const row of added) if (!includesWitness(rows, row)) rows.push(row);
  return sharedRows(rows, columns);
}

function without(rows: readonly Witness[], others: readonly Witness[]): readonly Witness[] {
  if (rows.length === 0 || others.length === 0) return rows;
  return rows.filter(row => !includesWitness(others, row));
}

function idsIn(a: readonly Witness[], b: readonly Witness[]): ReadonlySet<NodeId> {
  const ids = withIdsIn(b, withIdsIn(a, undefined));
  return ids ?? NOBODY;
}

/** The set is created for the first id: most witnesses contain none. */
function withIdsIn(witnesses: readonly Witness[], known: Set<NodeId> | undefined): Set<NodeId> | undefined {
  let ids = known;
  for (const witness of witnesses) {
    for (const id of witness) if (id !== null) (ids ??= new Set()).add(id);
  }
  return ids;
}
