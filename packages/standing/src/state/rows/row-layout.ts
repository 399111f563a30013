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
import { neighborEdges, NO_NEIGHBOUR_EDGES, readOwn } from './element-reading.js';
import { currentForm } from './journaled-rows.js';
import { keptNeighbor, rowsOf } from './neighbor-rows.js';
import { neighborsOf } from '../node/node-reading.js';
import type { Writers } from '../origins/writers.js';
import { evaluateJoin } from './output-rows.js';
import { RowBag, totalOf } from '../../collections/row-bag.js';
import { exactKey } from '../../collections/row-key.js';
import { RowRoot, RowState, waitKey } from './row-state.js';

export const ROW_LAYOUT: Layout<RowState, RowNodePlan> = {
  newState: plan => (plan.isRoot ? new RowRoot(plan) : new RowState(plan)),

  putReport(state, edgeIndex, neighbor, child, packed) {
    const neighbors = state.edgeState(edgeIndex);
    const kept = neighbors.get(neighbor);
    const rows = kept === undefined ? new RowBag() : rowsOf(kept);
    rows.addPacked(currentForm(child, packed!));
    neighbors.set(
      neighbor,
      keptNeighbor(state.plan.patternEdges[edgeIndex]!, { ...NO_NEIGHBOUR_EDGES, rows }),
    );
  },

  dropReport(state, edgeIndex, neighbor) {
    state.edgeState(edgeIndex).delete(neighbor);
    state.answered?.delete(waitKey(edgeIndex, neighbor));
  },

  condense(state, add) {
    const { number, patternEdges } = state.plan;
    if (state instanceof RowRoot) {
      for (const groupNode of state.leaving) add(leavingEvent(StandingEventKind.Leaving, groupNode, state));
    }
    for (const { index, child } of patternEdges) {
      if (child < 0) continue;
      for (const [neighbor, kept] of state.edgeState(index)) {
        add([StandingEventKind.Reported, child, neighbor, rowsOf(kept).packed()]);
      }
    }
    if (state.complete) {
      add([StandingEventKind.Complete, number]);
      return;
    }
    for (const key of state.answered ?? []) {
      const at = key.indexOf(' ');
      const { child } = patternEdges[Number(key.slice(0, at))]!;
      const neighbor = key.slice(at + 1) as NodeId;
      add([StandingEventKind.Answered, child, neighbor]);
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
      reportedRows([...state.edgeState(index)].map(([neighbor, kept]) => [neighbor, rowsOf(kept)] as const)),
    ),
  }),
};

/** Sorted. */
export function reportedRows(entries: Iterable<readonly [NodeId, RowBag]>): EdgeInspection {
  const reported: { neighbor: NodeId; rows: readonly StandingRow[] }[] = [];
  for (const [neighbor, rows] of entries) {
    const sorted = [...rows.packed()].sort((a, b) => (exactKey(a) < exactKey(b) ? -1 : 1));
    reported.push({ neighbor, rows: sorted });
  }
  reported.sort((a, b) => (a.neighbor < b.neighbor ? -1 : 1));
  return { reported, free: 0, witnesses: [] };
}

function deriveEdges(state: RowState, node: StandingNode, writers: Writers | undefined): void {
  for (const patternEdge of state.plan.patternEdges) {
    const neighbors = state.edgeState(patternEdge.index);
    if (patternEdge.child < 0) {
      for (const neighbor of neighborsOf(patternEdge, node)) {
        const edges = neighborEdges(state, patternEdge, node, neighbor, writers);
        if (edges.edges.length === 0) continue;
        neighbors.set(neighbor, keptNeighbor(patternEdge, { ...edges, rows: new RowBag() }));
      }
    } else if (patternEdge.keepsEdges) {
      for (const [neighbor, kept] of neighbors) {
        const edges = neighborEdges(state, patternEdge, node, neighbor, writers);
        neighbors.set(neighbor, keptNeighbor(patternEdge, { ...edges, rows: rowsOf(kept) }));
      }
    }
  }
}

function deriveWaiting(state: RowState, node: StandingNode): void {
  for (const patternEdge of state.plan.patternEdges) {
    if (!patternEdge.awaited || patternEdge.child < 0) continue;
    for (const neighbor of neighborsOf(patternEdge, node)) {
      const key = waitKey(patternEdge.index, neighbor);
      if (state.answered?.has(key) === true || state.edgeState(patternEdge.index).has(neighbor)) continue;
      (state.waitingFor ??= new Set()).add(key);
    }
  }
}
