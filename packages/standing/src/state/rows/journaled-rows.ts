/** Rows in the journal of an earlier version, which contained nodes where rows now contain properties. */
import type { StandingRow } from '../../contract/delta.js';
import type { ReducedColumn } from '../../plan/row-plan.js';
import type { PlanNode } from '../../plan/standing-plan.js';
import { reducedForm } from './reduction.js';

/** Returns rows that the pattern node reported, in the form in which it reports them now. */
export function currentForm(planNode: PlanNode, packed: readonly StandingRow[]): readonly StandingRow[] {
  if (planNode.kind !== 'rows' || planNode.reduced.length === 0) return packed;
  return packed.map(row => withReduced(planNode.reduced, row));
}

function withReduced(columns: readonly ReducedColumn[], row: StandingRow): StandingRow {
  const current = row.slice();
  for (const { position, reduction } of columns) current[position] = reducedForm(row[position]!, reduction);
  return current;
}
