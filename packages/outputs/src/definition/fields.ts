/** How fields are read: `null` is as good as absent, numbers may come as numeric strings. Written out they are plain. */
import { z } from 'zod';

const INT32_MAX = 2 ** 31 - 1;

function asNumber(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && /^-?\d{1,15}(\.0*)?$/.test(value) ? Number(value) : value;
}

/** A 32-bit integer of at least `minimum`. */
export function int(minimum: number) {
  return z.preprocess(
    asNumber,
    z
      .int({ error: 'Int' })
      .min(minimum, { error: `must be at least ${minimum}` })
      .max(INT32_MAX, { error: 'Int' })
      .meta({ type: 'integer', format: 'int32' }),
  );
}

/** The same value without the entries that are `null`, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutNulls(entry)]));
}
