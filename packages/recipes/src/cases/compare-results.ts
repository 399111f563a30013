/** Compares expected and actual results as multisets: order does not matter, the number of equal items does. */
import { parseJson, queryJson, type Value } from '@weir/model';

export interface Difference {
  /** `STANDING-1, matches` */
  readonly what: string;
  /** JSON texts. */
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}

/** @param expected, came plain values, as in JSON and YAML. */
export function difference(
  what: string,
  expected: readonly unknown[],
  actual: readonly unknown[],
): Difference | undefined {
  const unexpected = actual.map(canonical);
  const missing: string[] = [];
  for (const text of expected.map(canonical)) {
    const at = unexpected.indexOf(text);
    if (at < 0) missing.push(text);
    else unexpected.splice(at, 1);
  }
  return missing.length + unexpected.length === 0 ? undefined : { what, missing, unexpected };
}

/** Returns JSON with the fields of objects sorted; `1.0` is `1`. */
export function canonical(value: unknown): string {
  return queryJson(sorted(value) as Value);
}

/** Parses JSON; integers stay exact. */
export function plainValue(json: string): unknown {
  return parseJson(json);
}

function sorted(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value !== 'object' || value === null) return asInteger(value);
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function asInteger(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}
