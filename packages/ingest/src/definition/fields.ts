/**
 * How the fields of a definition are read: `null` is as good as absent, numbers may come as numeric strings
 * or integral decimals, unknown fields are ignored. Written out they are plain.
 */
import { z } from 'zod';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const INT32_MAX = 2 ** 31 - 1;

function asWholeNumber(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== 'string' || !/^[+-]?\d{1,19}(\.0*)?$/.test(value)) return value;
  return asWholeNumber(BigInt(value.replace(/^\+|\.0*$/g, '')));
}

/** A 32-bit integer of at least `minimum`. */
export function int(minimum: number) {
  return z.preprocess(
    asWholeNumber,
    z
      .int({ error: 'Int' })
      .min(minimum, { error: `must be at least ${minimum}` })
      .max(INT32_MAX, { error: 'Int' })
      .meta({ type: 'integer', format: 'int32' }),
  );
}

/** A 64-bit integer: a number where that is exact, else a bigint. */
export function long(minimum: bigint = INT64_MIN) {
  return z.preprocess(
    asWholeNumber,
    z
      .union([z.number(), z.bigint()], { error: 'Long' })
      .refine(isLong, { error: 'Long', abort: true })
      .refine(value => value >= minimum, { error: `must be at least ${minimum}` })
      .meta({ type: 'integer', format: 'int64' }),
  );
}

function isLong(value: number | bigint): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return value >= INT64_MIN && value <= INT64_MAX;
}

/** The same value without the entries that are `null`, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutNulls(entry)]));
}
