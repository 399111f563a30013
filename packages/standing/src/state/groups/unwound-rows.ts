/** UNWIND: repeats each row of the root for every element of its list, with the element as an additional column. */
import type { Value } from '@weir/model';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { UnwindPlan } from '../../plan/result-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { RowBag } from '../../collections/row-bag.js';

/** Counts may be negative; a removed row removes its elements. */
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

/** None for null or a failed expression; a value that is not a list is its own only element. */
function elementsOf(list: Value | undefined): readonly Value[] {
  if (list === undefined || list === null) return [];
  return Array.isArray(list) ? (list as readonly Value[]) : [list];
}
