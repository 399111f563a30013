/** Scalars in the types of schemas: exact, or `undefined`. */
import { isFloat, isInteger, resultJson, unwrapNumber, type Value } from '@weir/model';

/** @returns undefined if it is not an integer from `least` to `most`. */
export function wholeOf(value: Value, least: bigint, most: bigint): bigint | undefined {
  if (!isInteger(value)) return undefined;
  const whole = BigInt(value);
  return whole >= least && whole <= most ? whole : undefined;
}

/** Accepts integers too, if the conversion is exact. */
export function doubleOf(value: Value): number | undefined {
  if (isFloat(value)) return Number(unwrapNumber(value));
  if (!isInteger(value)) return undefined;
  const number = Number(value);
  return BigInt(number) === BigInt(value) ? number : undefined;
}

/** Returns ids and times as their text in JSON. */
export function textOf(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return undefined;
  if (Array.isArray(value) || isFloat(value)) return undefined;
  const text = resultJson(value);
  return text.startsWith('"') ? (JSON.parse(text) as string) : undefined;
}
