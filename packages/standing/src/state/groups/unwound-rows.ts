/** UNWIND: rows of the root, each as often as its list has elements, with the element as a column more. */
import type { Value } from '@weir/model';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { UnwindPlan } from '../../plan/result-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { RowBag } from '../../collections/row-bag.js';

/** Counts may be negative; a row that is taken away takes its elements away. */
export function unwound(
  { result, tracksOrigins }: Pick<StandingPlan, 'result' | 'tracksOrigins'>,
  rows: RowBag,
): RowBag {
  if (result.unwinds.length === 0) return rows;
  const bag = new RowBag();
  for (const { row, count } of rows.rows()) {
    const origins = tracksOrigins ? row.slice(-1) : [];
    const values = tracksOrigins ? row.slice(0, -1) : row;
    for (const each of unwoundRow(result.unwinds, values)) bag.add([...each, ...origins], count);
  }
  return bag;
}

function unwoundRow(unwinds: readonly UnwindPlan[], row: StandingRow): readonly StandingRow[] {
  let rows: readonly StandingRow[] = [row];
  for (const { list, where } of unwinds) {
    rows = rows
      .flatMap(each => elementsOf(list(each)).map(element => [...each, element]))
      .filter(each => where.every(condition => condition(each)));
  }
  return rows;
}

/** None of null, or where the expression failed; what is no list is its own only element. */
function elementsOf(list: Value | undefined): readonly Value[] {
  if (list === undefined || list === null) return [];
  return Array.isArray(list) ? (list as readonly Value[]) : [list];
}
