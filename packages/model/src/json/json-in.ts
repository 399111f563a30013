/**
 * JSON text to values. A number that is integral and fits 64 bits is an INTEGER, however it is written (`1.0`,
 * `1e3`, `-0.0`), every other one a FLOAT; integers are exact. Of a key that an object has twice the last value counts.
 * Nesting past `MAX_VALUE_DEPTH` is an error. A number within ±(2^53-1) counts as integral when the double nearest to
 * it is.
 *
 * Most texts hold nothing that the built-in parser would get wrong. Its result is checked in one walk; only when the
 * check fails is the text read again, by `CarefulReader`.
 */
import { MAX_VALUE_DEPTH } from '../values/value-depth.js';
import { CarefulReader } from './json-careful.js';
import type { Value, ValueMap } from '../values/value.js';

/** @throws SyntaxError when the text is not JSON or is nested too deeply. */
export function parseJson(text: string): Value {
  const parsed = JSON.parse(text) as Value;
  return isCanonical(parsed, 0) ? parsed : new CarefulReader(text).read();
}

/** Whether the parser's result is the value, as far as a result can show. */
function isCanonical(value: unknown, depth: number): boolean {
  if (typeof value === 'number') {
    return value === 0 ? !Object.is(value, -0) : Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_VALUE_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isCanonical(value[i], depth + 1)) return false;
    return true;
  }
  for (const key in value) if (!isCanonical((value as ValueMap)[key], depth + 1)) return false;
  return true;
}
