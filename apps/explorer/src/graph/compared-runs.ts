/**
 * Compares the rows of two queries as bags: a row that occurs twice in one and once in the other is unchanged once, and
 * added or removed once.
 */
import { allRows, type Queries, type Rows } from '../api/queries.js';

export interface ComparedRuns {
  readonly kept: number;
  readonly gained: readonly Readonly<Record<string, unknown>>[];
  readonly lost: readonly Readonly<Record<string, unknown>>[];
}

export interface ComparedQueries extends ComparedRuns {
  /**
   * Time at which both read the graph, in milliseconds since the Unix epoch. `undefined`: the graph keeps no past, and
   * each read it as it ran.
   */
  readonly at: number | undefined;
}

/**
 * @param moment by the clock of the service.
 * @param signal cancels both queries; the comparison is then incomplete.
 */
export async function comparedQueries(
  queries: Queries,
  moment: number,
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<ComparedQueries> {
  const bothAt = (atTime?: number): Promise<Rows[]> =>
    Promise.all([before, after].map(query => allRows(queries, { query, atTime }, signal)));
  let at: number | undefined = moment;
  const [old, fresh] = await bothAt(at).catch(() => bothAt((at = undefined)));
  return { ...comparedRuns(old!, fresh!), at };
}

/** Rows are equal only if their columns have the same names in the same order. */
export function comparedRuns(before: Rows, after: Rows): ComparedRuns {
  const left = new Map<string, Record<string, unknown>[]>();
  for (const row of objectsOf(before)) {
    const key = JSON.stringify(row);
    left.set(key, [...(left.get(key) ?? []), row]);
  }
  const gained: Record<string, unknown>[] = [];
  let kept = 0;
  for (const row of objectsOf(after)) {
    if (left.get(JSON.stringify(row))?.pop() === undefined) gained.push(row);
    else kept++;
  }
  return { kept, gained, lost: [...left.values()].flat() };
}

function objectsOf({ columns, rows }: Rows): Record<string, unknown>[] {
  return rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
}
