/** Absent fields; `null` is equivalent. */
import { z } from 'zod';

/** Returns the value without entries that are `null`, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutNulls(entry)]));
}

/** If absent or `null`, the field is omitted. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(value => (value === null ? undefined : value), schema.optional());
}

/** If absent or `null`, the default is used. */
export function defaulted<T extends z.ZodType>(schema: T, fallback: z.core.util.NoUndefined<z.output<T>>) {
  return z
    .preprocess(value => (value === null ? undefined : value), schema.default(fallback))
    .meta({ default: fallback });
}
