/** The results of a query that are true now on a node. */
import { GroupHome, RowRoot } from '../rows/row-state.js';
import type { StandingRow } from '../standing-contract.js';
import { allParts, type NodeParts } from '../engine/node-states.js';
import { RootState } from '../witnesses/witness-state.js';

export function eachResult(
  parts: NodeParts,
  query: number,
  visit: (resultId: string, row: StandingRow | undefined) => void,
): void {
  for (const part of allParts(parts)) {
    if (part.plan.query !== query) continue;
    if (part instanceof RootState) {
      if (part.resultId !== undefined) visit(part.resultId, undefined);
    } else if (part instanceof RowRoot || part instanceof GroupHome) {
      for (const { row, ids } of part.results.rows()) for (const id of ids) visit(id, row);
    }
  }
}
