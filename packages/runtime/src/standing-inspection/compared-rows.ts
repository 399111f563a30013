/** Compares two multisets of rows and returns the rows in which they differ. */
import type { RowDifference } from '@weir/contract';
import { Float, isMap, queryJson, type Value } from '@weir/model';
import type { Rows } from '../contract/inspection-service.js';

/**
 * `exact`; or `loose`, if the order of collected values and the last bits of a sum depend on the order of the nodes:
 * lists are compared as sets of values, numbers up to their certain digits, and `1` equals `1.0`.
 */
export type RowReading = 'exact' | 'loose';

/** Certain digits of a sum of floats that was computed in another order. */
const CERTAIN_DIGITS = 11;

export function comparedRows(expected: Rows, reported: Rows, reading: RowReading): RowDifference[] {
  const counts = new Map<string, { row: string; expected: number; reported: number }>();
  const countOf = (row: readonly Value[]): { expected: number; reported: number } => {
    const text = queryJson([...row]);
    const key = reading === 'exact' ? text : row.map(looseText).join();
    let count = counts.get(key);
    if (count === undefined) counts.set(key, (count = { row: text, expected: 0, reported: 0 }));
    return count;
  };
  for (const row of expected) countOf(row).expected++;
  for (const row of reported) countOf(row).reported++;
  return [...counts.values()].filter(count => count.expected !== count.reported);
}

function looseText(value: Value): string {
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(looseText).sort().join()}]`;
  if (value instanceof Float) return looseNumber(value.value);
  if (typeof value === 'number') return looseNumber(value);
  if (!isMap(value)) return queryJson(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${looseText(each)}`);
  return `{${entries.sort().join()}}`;
}

function looseNumber(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : value.toPrecision(CERTAIN_DIGITS);
}
