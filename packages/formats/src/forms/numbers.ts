/** Numbers in definitions. Numeric strings and integral decimals are accepted; the output is a plain number. */
import { z } from 'zod';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

function asWholeNumber(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== 'string' || !/^[+-]?\d{1,19}(\.0*)?$/.test(value)) return value;
  return asWholeNumber(BigInt(value.replace(/^\+|\.0*$/g, '')));
}

/** A 32-bit integer within this range. */
export function int(minimum: number, maximum = INT32_MAX) {
  return z.preprocess(
    asWholeNumber,
    z
      .int({ error: 'Int' })
      .min(minimum, { error: `must be at least ${minimum}` })
      .max(maximum, { error: maximum === INT32_MAX ? 'Int' : `must be at most ${maximum}` })
      .meta({ type: 'integer', format: 'int32' }),
  );
}

/** A 32-bit integer. */
export const lenientInt = z.preprocess(
  asWholeNumber,
  z
    .number({ error: 'Int' })
    .refine(value => Number.isInteger(value) && value >= INT32_MIN && value <= INT32_MAX, { error: 'Int' })
    .meta({ type: 'integer', format: 'int32' }),
);

/** A 64-bit integer: a number if that is exact, otherwise a bigint. */
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

export const lenientDouble = z.preprocess(asDouble, z.number({ error: 'Double' }));

function isLong(value: number | bigint): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return value >= INT64_MIN && value <= INT64_MAX;
}

function asDouble(value: unknown): unknown {
  const isNumeric = typeof value === 'bigint' || (typeof value === 'string' && value.trim() !== '');
  return isNumeric ? Number(value) : value;
}
