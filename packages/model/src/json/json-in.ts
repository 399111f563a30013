/**
 * JSON text to values. An integral number that fits 64 bits is an INTEGER, however it is written (`1.0`, `1e3`,
 * `-0.0`); every other number is a FLOAT. Integers are exact. The last value of a repeated key wins. Nesting beyond
 * `MAX_VALUE_DEPTH` is an error. A number within ±(2^53-1) counts as integral if the nearest double is.
 *
 * The built-in parser handles most texts correctly. One walk checks its result; only if the check fails does
 * `CarefulReader` read the text again.
 */
import { MAX_VALUE_DEPTH } from '../values/value-depth.js';
import { CarefulReader } from './json-careful.js';
import type { Value, ValueMap } from '../values/value.js';

/** @throws SyntaxError when the text is not JSON or is nested too deeply. */
export function parseJson(text: string): Value {
  const parsed = JSON.parse(text) as Value;
  return isCanonical(parsed, 0) ? parsed : new CarefulReader(text).read();
}

/** Whether the parser's result is provably the right value. */
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
