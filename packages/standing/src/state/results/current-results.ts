/** The current results of a query on a node. */
import type { StandingRow } from '../../contract/delta.js';
import { allStates, type NodeStates } from '../node/node-states.js';

export function eachResult(
  states: NodeStates,
  query: number,
  visit: (resultId: string, row: StandingRow | undefined) => void,
): void {
  for (const { plan, results } of allStates(states)) {
    if (plan.query !== query || results === undefined) continue;
    for (const { row, ids } of results.rows()) for (const id of ids) visit(id, row);
  }
}
