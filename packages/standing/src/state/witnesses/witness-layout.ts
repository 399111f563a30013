/** Journal form and inspection of witness states. */
import type { NodeId } from '@weir/model';
import type { Layout } from '../pattern/layout.js';
import type { EdgeInspection } from '../node/state-inspection.js';
import { StandingEventKind } from '../node/standing-events.js';
import type { WitnessEdgePlan, WitnessNodePlan } from '../../plan/witness-plan.js';
import type { StandingNode } from '../../contract/standing-node.js';
import { freeIn, WitnessRoot, WitnessState, witnessesIn } from './witness-state.js';
import { recountRows, refreshBareEdge } from './witness-upkeep.js';
import { ONE_EMPTY_WITNESS, sharedRows } from './witness.js';
import type { Witness } from '../../plan/edge-columns.js';

export const WITNESS_LAYOUT: Layout<WitnessState, WitnessNodePlan> = {
  newState: plan => (plan.isRoot ? new WitnessRoot(plan) : new WitnessState(plan)),

  putReport(state, edgeIndex, neighbor, child, rows) {
    const columns = (child as WitnessNodePlan).reported.length;
    const witnesses =
      rows === undefined ? ONE_EMPTY_WITNESS : sharedRows(rows as readonly Witness[], columns);
    state.edgeState(edgeIndex).set(neighbor, witnesses);
  },

  dropReport(state, edgeIndex, neighbor) {
    state.edgeState(edgeIndex).delete(neighbor);
  },

  condense(state, add) {
    for (const { index, child } of state.plan.patternEdges) {
      state.edgeState(index).forEach((neighbor, rows) => {
        const isBare = rows.length === 1 && rows[0]!.length === 0;
        if (isBare) add([StandingEventKind.Reported, child, neighbor]);
        else add([StandingEventKind.Reported, child, neighbor, rows]);
      });
    }
  },

  derive(state, node: StandingNode) {
    for (const patternEdge of state.plan.patternEdges) {
      if (patternEdge.after >= 0) continue;
      const edgeState = state.edgeState(patternEdge.index);
      if (!patternEdge.bare) recountRows(patternEdge, edgeState, node.id);
      else if (patternEdge.columns.length > 0) refreshBareEdge(patternEdge, edgeState, node, undefined);
    }
  },

  inspect: state => ({
    resultId: state instanceof WitnessRoot ? state.resultId : undefined,
    results: [],
    waitingFor: [],
    patternEdges: state.plan.patternEdges.map(patternEdge => witnessesOf(state, patternEdge)),
  }),
};

function witnessesOf(state: WitnessState, { index, columns }: WitnessEdgePlan): EdgeInspection {
  const edgeState = state.edgeState(index);
  const reported = [...edgeState].map(([neighbor, rows]): { neighbor: NodeId; rows: readonly Witness[] } => ({
    neighbor,
    rows,
  }));
  reported.sort((a, b) => (a.neighbor < b.neighbor ? -1 : 1));
  return { reported, free: freeIn(edgeState), witnesses: witnessesIn(edgeState, columns.length) };
}
