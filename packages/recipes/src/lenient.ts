/**
 * Field schemas that read as the first API version reads: `null` is as good as absent, numbers may come as
 * numeric strings or integral decimals. Output types are plain.
 */
import { z } from 'zod';

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;

function asNumber(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+(\.0*)?$/.test(value)) return Number(value);
  if (typeof value === 'bigint') return Number(value);
  return value;
}

/** A 32-bit integer. */
export const lenientInt = z.preprocess(
  asNumber,
  z
    .number({ error: 'Int' })
    .refine(value => Number.isInteger(value) && value >= INT_MIN && value <= INT_MAX, { error: 'Int' })
    .meta({ type: 'integer', format: 'int32' }),
);

/** An integer that a double holds exactly. */
export const lenientLong = z.preprocess(
  asNumber,
  z
    .number({ error: 'Long' })
    .refine(Number.isSafeInteger, { error: 'Long' })
    .meta({ type: 'integer', format: 'int64' }),
);

export const lenientDouble = z.preprocess(
  value => (typeof value === 'string' && value.trim() !== '' ? Number(value) : asNumber(value)),
  z.number({ error: 'Double' }),
);

/** Absent or `null`: the field is left out. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(value => (value === null ? undefined : value), schema.optional());
}

/** Absent or `null`: the default. */
export function defaulted<T extends z.ZodType>(schema: T, fallback: z.core.util.NoUndefined<z.output<T>>) {
  return z
    .preprocess(value => (value === null ? undefined : value), schema.default(fallback))
    .meta({ default: fallback });
}
