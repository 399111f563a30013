/** The results of a query that are true now on a node. */
import { GroupNode, RowRoot } from '../rows/row-state.js';
import type { StandingRow } from '../standing-contract.js';
import { allStates, type NodeStates } from '../engine/node-states.js';
import { WitnessRoot } from '../witnesses/witness-state.js';

export function eachResult(
  states: NodeStates,
  query: number,
  visit: (resultId: string, row: StandingRow | undefined) => void,
): void {
  for (const patternNode of allStates(states)) {
    if (patternNode.plan.query !== query) continue;
    if (patternNode instanceof WitnessRoot) {
      if (patternNode.resultId !== undefined) visit(patternNode.resultId, undefined);
    } else if (patternNode instanceof RowRoot || patternNode instanceof GroupNode) {
      for (const { row, ids } of patternNode.results.rows()) for (const id of ids) visit(id, row);
    }
  }
}
