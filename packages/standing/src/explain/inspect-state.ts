/** What a node's standing-query state holds, as plain data: for inspectors, tests and "why does this not match?". */
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
    .sort((a, b) => a.query - b.query || a.patternNode - b.patternNode);
}

export function inspectNodeState(patternNode: NodeState): StateInspection {
  const { query, number } = patternNode.plan;
  const quiet = {
    query,
    patternNode: number,
    active: true,
    resultId: undefined,
    results: [],
    subscribers: [],
    waitingFor: [],
    patternEdges: [],
  };
  if (patternNode instanceof Writers) {
    return { ...quiet, writers: [...patternNode.pieces()].sort(([a], [b]) => (a < b ? -1 : 1)) };
  }
  if (patternNode instanceof GroupNode) {
    const members = [...patternNode].map(([member, rows]) => [member, bagOf(rows)] as const);
    return inOrder({
      ...quiet,
      results: [...patternNode.results.rows()],
      waitingFor: [...patternNode.leaving],
      patternEdges: [reportedRows(members)],
    });
  }
  if (!(patternNode instanceof PatternNodeState)) return quiet;
  const { active, plan } = patternNode;
  const subscribers = [...patternNode.subscribers()].sort();
  return inOrder({ ...quiet, active, subscribers, ...layoutOf(plan).inspect(patternNode) });
}

function inOrder(inspection: StateInspection): StateInspection {
  return {
    ...inspection,
    results: [...inspection.results].sort((a, b) => (exactKey(a.row) < exactKey(b.row) ? -1 : 1)),
    waitingFor: [...inspection.waitingFor].sort(),
  };
}
