/** Sort order of values in a column: numbers, strings, booleans, others, and null last. */
import { isExact } from '../api/exact-json.js';

export function comparedRows(rows: readonly (readonly unknown[])[], column: number, isDown: boolean) {
  const sign = isDown ? -1 : 1;
  return (a: number, b: number): number => sign * compareValues(rows[a]?.[column], rows[b]?.[column]);
}

export function compareValues(a: unknown, b: unknown): number {
  const [m, n] = [rank(a), rank(b)];
  if (m !== n) return m - n;
  if (m === 0) return numberOf(a) - numberOf(b);
  const [s, t] = m === 1 ? [a as string, b as string] : [JSON.stringify(a) ?? '', JSON.stringify(b) ?? ''];
  return s < t ? -1 : s > t ? 1 : 0;
}

function rank(value: unknown): number {
  if (value === null || value === undefined) return 4;
  if (typeof value === 'number' || isExact(value)) return 0;
  if (typeof value === 'string') return 1;
  return typeof value === 'boolean' ? 2 : 3;
}

function numberOf(value: unknown): number {
  return isExact(value) ? Number(value.rawJSON) : (value as number);
}
