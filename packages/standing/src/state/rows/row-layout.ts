/** Journal form and inspection of row states. */
import type { NodeId } from '@weir/model';
import type { Layout } from '../pattern/layout.js';
import type { EdgeInspection } from '../node/state-inspection.js';
import { StandingEventKind } from '../node/standing-events.js';
import { leavingEvent } from '../groups/group-reports.js';
import { changeLocalGroups } from '../groups/local-groups.js';
import type { RowNodePlan } from '../../plan/row-plan.js';
import type { StandingNode } from '../../contract/standing-node.js';
import type { StandingRow } from '../../contract/delta.js';
import { neighbourEdges, NO_NEIGHBOUR_EDGES, readOwn } from './element-reading.js';
import { keptNeighbour, rowsOf } from './neighbour-rows.js';
import { neighboursOf } from '../node/node-reading.js';
import type { Writers } from '../origins/writers.js';
import { evaluateJoin } from './output-rows.js';
import { RowBag, totalOf } from '../../collections/row-bag.js';
import { exactKey } from '../../collections/row-key.js';
import { RowRoot, RowState, waitKey } from './row-state.js';

export const ROW_LAYOUT: Layout<RowState, RowNodePlan> = {
  newState: plan => (plan.isRoot ? new RowRoot(plan) : new RowState(plan)),

  putReport(state, edgeIndex, neighbour, _child, packed) {
    const neighbours = state.edgeState(edgeIndex);
    const kept = neighbours.get(neighbour);
    const rows = kept === undefined ? new RowBag() : rowsOf(kept);
    rows.addPacked(packed!);
    neighbours.set(
      neighbour,
      keptNeighbour(state.plan.patternEdges[edgeIndex]!, { ...NO_NEIGHBOUR_EDGES, rows }),
    );
  },

  dropReport(state, edgeIndex, neighbour) {
    state.edgeState(edgeIndex).delete(neighbour);
    state.answered?.delete(waitKey(edgeIndex, neighbour));
  },

  condense(state, add) {
    const { number, patternEdges } = state.plan;
    if (state instanceof RowRoot) {
      for (const groupNode of state.leaving) add(leavingEvent(StandingEventKind.Leaving, groupNode, state));
    }
    for (const { index, child } of patternEdges) {
      if (child < 0) continue;
      for (const [neighbour, kept] of state.edgeState(index)) {
        add([StandingEventKind.Reported, child, neighbour, rowsOf(kept).packed()]);
      }
    }
    if (state.complete) {
      add([StandingEventKind.Complete, number]);
      return;
    }
    for (const key of state.answered ?? []) {
      const at = key.indexOf(' ');
      const { child } = patternEdges[Number(key.slice(0, at))]!;
      const neighbour = key.slice(at + 1) as NodeId;
      add([StandingEventKind.Answered, child, neighbour]);
    }
  },

  derive(state, node, plan, writers) {
    readOwn(state, node, writers);
    deriveEdges(state, node, writers);
    if (state.plan.waits && !state.complete) deriveWaiting(state, node);
    const rows = evaluateJoin(state);
    if (!(state instanceof RowRoot) || !state.isReady) return;
    if (plan.result.onlyWhether) state.rowCount = totalOf(rows);
    else changeLocalGroups(plan, state, rows);
  },

  inspect: state => ({
    resultId: undefined,
    results: state instanceof RowRoot ? [...state.results.rows()] : [],
    waitingFor: [...(state.waitingFor ?? []), ...(state instanceof RowRoot ? state.leaving : [])],
    patternEdges: state.plan.patternEdges.map(({ index }) =>
      reportedRows(
        [...state.edgeState(index)].map(([neighbour, kept]) => [neighbour, rowsOf(kept)] as const),
      ),
    ),
  }),
};

/** Sorted. */
export function reportedRows(entries: Iterable<readonly [NodeId, RowBag]>): EdgeInspection {
  const reported: { neighbour: NodeId; rows: readonly StandingRow[] }[] = [];
  for (const [neighbour, rows] of entries) {
    const sorted = [...rows.packed()].sort((a, b) => (exactKey(a) < exactKey(b) ? -1 : 1));
    reported.push({ neighbour, rows: sorted });
  }
  reported.sort((a, b) => (a.neighbour < b.neighbour ? -1 : 1));
  return { reported, free: 0, witnesses: [] };
}

function deriveEdges(state: RowState, node: StandingNode, writers: Writers | undefined): void {
  for (const patternEdge of state.plan.patternEdges) {
    const neighbours = state.edgeState(patternEdge.index);
    if (patternEdge.child < 0) {
      for (const neighbour of neighboursOf(patternEdge, node)) {
        const edges = neighbourEdges(state, patternEdge, node, neighbour, writers);
        if (edges.edges.length === 0) continue;
        neighbours.set(neighbour, keptNeighbour(patternEdge, { ...edges, rows: new RowBag() }));
      }
    } else if (patternEdge.keepsEdges) {
      for (const [neighbour, kept] of neighbours) {
        const edges = neighbourEdges(state, patternEdge, node, neighbour, writers);
        neighbours.set(neighbour, keptNeighbour(patternEdge, { ...edges, rows: rowsOf(kept) }));
      }
    }
  }
}

function deriveWaiting(state: RowState, node: StandingNode): void {
  for (const patternEdge of state.plan.patternEdges) {
    if (!patternEdge.awaited || patternEdge.child < 0) continue;
    for (const neighbour of neighboursOf(patternEdge, node)) {
      const key = waitKey(patternEdge.index, neighbour);
      if (state.answered?.has(key) === true || state.edgeState(patternEdge.index).has(neighbour)) continue;
      (state.waitingFor ??= new Set()).add(key);
    }
  }
}
