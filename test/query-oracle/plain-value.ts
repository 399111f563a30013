/** Values of the naive interpreter, and their comparison in Cypher. Numbers are integers. */
import { PlainPath, type PlainRow, type PlainValue } from './plain-elements.js';

/** A query that fails or that the interpreter does not support: not compared. */
export class NotComparable extends Error {}

export function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}

export function isMap(value: PlainValue): value is ReadonlyMap<string, PlainValue> {
  return value instanceof Map;
}

/** Cypher's `=`: null if unknown. */
export function equal(a: PlainValue, b: PlainValue): boolean | null {
  if (a === null || b === null) return null;
  if (isList(a) && isList(b)) {
    if (a.length !== b.length) return false;
    return allTrue(a.map((value, i) => equal(value, b[i]!)));
  }
  if (isMap(a) && isMap(b)) {
    if (a.size !== b.size || [...a.keys()].some(key => !b.has(key))) return false;
    return allTrue([...a].map(([key, value]) => equal(value, b.get(key)!)));
  }
  if (a instanceof PlainPath && b instanceof PlainPath) return same(a, b);
  return a === b;
}

/** Equality for DISTINCT and grouping: null equals null. */
export function same(a: PlainValue, b: PlainValue): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((value, i) => same(value, b[i]!));
  if (isMap(a) && isMap(b)) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && same(value, b.get(key)!));
  }
  if (a instanceof PlainPath && b instanceof PlainPath)
    return same(a.nodes, b.nodes) && same(a.edges, b.edges);
  return a === b;
}

export function allTrue(values: readonly (boolean | null)[]): boolean | null {
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

export function anyTrue(values: readonly (boolean | null)[]): boolean | null {
  if (values.includes(true)) return true;
  return values.includes(null) ? null : false;
}

/** `<`, `<=`, `>`, `>=` of numbers, strings and booleans; null for anything else. */
export function comparison(a: PlainValue, b: PlainValue): number | null {
  if (a === null || b === null || typeof a !== typeof b || typeof a === 'object') return null;
  return a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0;
}

/** Order for ORDER BY, min and max. @throws NotComparable for graph elements, whose order the language leaves open. */
export function order(a: PlainValue, b: PlainValue): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (isList(a) && isList(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const found = order(a[i]!, b[i]!);
      if (found !== 0) return found;
    }
    return a.length - b.length;
  }
  return comparison(a, b) ?? 0;
}

function rankOf(value: PlainValue): number {
  if (value === null) return 9;
  if (typeof value === 'number') return 8;
  if (typeof value === 'boolean') return 7;
  if (typeof value === 'string') return 6;
  if (isList(value)) return 4;
  throw new NotComparable('the order of graph elements and maps');
}

export function asBoolean(value: PlainValue): boolean | null {
  if (value === null || typeof value === 'boolean') return value;
  throw new NotComparable('a condition that is not a boolean');
}

export function sameRow(a: PlainRow, b: PlainRow): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.has(name) && same(value, b.get(name)!));
}
