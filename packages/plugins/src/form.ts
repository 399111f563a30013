/**
 * The two forms in which version 2 parses requests. Strict: unknown fields are rejected, and everything has one
 * spelling. Lenient: unknown fields are ignored, and spellings of older clients are accepted.
 */
import { z } from 'zod';
import { parseDuration } from './duration-text.js';

export { formatDuration, parseDuration } from './duration-text.js';

/** `NamedPipe`, `{"type":"NamedPipe"}` and `NAMED_PIPE` are equivalent. */
function upperWord(value: unknown): unknown {
  const word: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : value;
  return typeof word === 'string' ? word.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() : word;
}

/** A key `type` is allowed on any object. */
function withoutType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('type' in value)) return value;
  const { type: _, ...fields } = value;
  return fields;
}

export const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

export class Form {
  constructor(readonly isStrict: boolean) {}

  /** A member of a union, with its own `type`. */
  member<T extends z.ZodRawShape>(shape: T): z.ZodObject<T> {
    return this.isStrict ? z.strictObject(shape) : z.object(shape);
  }

  /** An object that has only one kind. */
  object<T extends z.ZodRawShape>(shape: T): z.ZodType<z.output<z.ZodObject<T>>> {
    return z.preprocess(withoutType, this.member(shape));
  }

  /** OpenAPI documents reference the strict form by name, and contain the lenient one inline. */
  named<T extends z.ZodType>(id: string, schema: T): T {
    return this.isStrict ? schema.meta({ id }) : schema;
  }

  word<const T extends readonly [string, ...string[]]>(words: T): z.ZodType<T[number]> {
    const schema = z.enum(words);
    return this.isStrict ? schema : z.preprocess(upperWord, schema);
  }

  /** Internally in milliseconds; numbers are accepted where older clients send them. */
  duration(least = 0): z.ZodType<number> {
    return z
      .union([z.string(), z.number()])
      .transform((value, context): number => {
        const millis = typeof value === 'string' ? parseDuration(value) : this.isStrict ? undefined : value;
        if (millis !== undefined && millis >= least) return millis;
        const message = `'${value}' is not a duration such as 20s or 1m30s`;
        context.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      })
      .meta({ type: 'string', example: '10s' });
  }

  /** Internally in milliseconds since the Unix epoch; numbers are accepted where older clients send them. */
  instant(): z.ZodType<number> {
    return z
      .union([z.string(), z.number()])
      .transform((value, context): number => {
        const text = typeof value === 'string' && RFC_3339.test(value);
        const millis = text ? Date.parse(value) : this.isStrict ? NaN : Number(value);
        if (Number.isSafeInteger(millis)) return millis;
        const message = `'${value}' is not an instant such as 2026-04-27T15:30:00Z`;
        context.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      })
      .meta({ type: 'string', format: 'date-time' });
  }
}

export const STRICT = new Form(true);
export const LENIENT = new Form(false);
