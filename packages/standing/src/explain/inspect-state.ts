/** A node's standing-query state as plain data: for inspectors, tests and "why does this not match?". */
import { bagOf } from '../collections/kept-rows.js';
import { Writers } from '../state/origins/writers.js';
import { reportedRows } from '../state/rows/row-layout.js';
import { exactKey } from '../collections/row-key.js';
import { GroupNode } from '../state/groups/group-node.js';
import type { StandingState } from '../contract/standing-state.js';
import type { StateInspection } from '../state/node/state-inspection.js';
import { layoutOf } from '../engine/layouts.js';
import { allStates, type NodeState, unsealed } from '../state/node/node-states.js';
import { PatternNodeState } from '../state/pattern/pattern-node-state.js';

/** Sorted by query and pattern node. */
export function inspectState(state: StandingState | undefined): readonly StateInspection[] {
  return allStates(unsealed(state))
    .map(inspectNodeState)
    .sort((a, b) => a.query - b.query || a.nodeIndex - b.nodeIndex);
}

export function inspectNodeState(state: NodeState): StateInspection {
  const { query, number } = state.plan;
  const quiet = {
    query,
    nodeIndex: number,
    active: true,
    resultId: undefined,
    results: [],
    subscribers: [],
    waitingFor: [],
    patternEdges: [],
  };
  if (state instanceof Writers) {
    return { ...quiet, writers: [...state.aspects()].sort(([a], [b]) => (a < b ? -1 : 1)) };
  }
  if (state instanceof GroupNode) {
    const members = [...state].map(([member, rows]) => [member, bagOf(rows)] as const);
    return inOrder({
      ...quiet,
      results: [...state.results.rows()],
      waitingFor: [...state.leaving],
      patternEdges: [reportedRows(members)],
    });
  }
  if (!(state instanceof PatternNodeState)) return quiet;
  const { active, plan } = state;
  const subscribers = [...state.subscribers()].sort();
  return inOrder({ ...quiet, active, subscribers, ...layoutOf(plan).inspect(state) });
}

function inOrder(inspection: StateInspection): StateInspection {
  return {
    ...inspection,
    results: [...inspection.results].sort((a, b) => (exactKey(a.row) < exactKey(b.row) ? -1 : 1)),
    waitingFor: [...inspection.waitingFor].sort(),
  };
}
