/** Path and query parameters of the second API version. */
import { parseNodeId, type NodeId } from '@weir/model';
import { parseDuration, RESOURCE_NAME } from '@weir/definitions';
import { z } from 'zod';

function first(raw: unknown): unknown {
  return Array.isArray(raw) ? raw[0] : raw;
}

function badQuery(name: string, reason: string): string {
  return `Invalid value for: query parameter ${name} (${reason})`;
}

export function nameInPath(parameter: string) {
  return z
    .string()
    .regex(RESOURCE_NAME, {
      error: issue =>
        `Invalid value for: path parameter ${parameter} ('${String(issue.input)}' is not a valid name: ` +
        '1 to 128 of the characters A-Z a-z 0-9 _ . ~ -)',
    })
    .meta({ format: 'resource-name' });
}

/** A node's id as `strId(n)` writes it. */
export function nodeInPath(parameter: string) {
  return z
    .string()
    .transform((text, context): NodeId => {
      const id = parseNodeId(text);
      if (id !== undefined) return id;
      const message = `Invalid value for: path parameter ${parameter} ('${text}' is not a node id)`;
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    })
    .meta({
      description: 'Node id in the form of `strId(n)`',
      example: '3e74242e-538f-3bd1-9814-49e6761551b1',
    });
}

/** There is only one graph; the router has checked its name. */
export const graphInPath = z
  .string()
  .meta({ default: 'quine', description: 'Name of the graph; `quine` is the only one' });

/**
 * An instant in the query string. Optional; decoded to milliseconds.
 * @param acceptsMillis also accepts milliseconds since the Unix epoch.
 */
function instant(acceptsMillis: boolean) {
  const kinds = acceptsMillis
    ? 'neither an RFC 3339 instant nor epoch milliseconds'
    : 'not an RFC 3339 instant';
  return z
    .preprocess(
      first,
      z
        .string()
        .transform((text, context): number => {
          const isMillis = acceptsMillis && /^\d+$/.test(text);
          const millis = isMillis ? Number(text) : RFC_3339.test(text) ? Date.parse(text) : NaN;
          if (Number.isSafeInteger(millis)) return millis;
          context.issues.push({
            code: 'custom',
            input: text,
            message: badQuery('atTime', `'${text}' is ${kinds}`),
          });
          return z.NEVER;
        })
        .optional(),
    )
    .meta({ type: 'string', format: 'date-time', description: 'Read the graph as of this time' });
}

export const instantQuery = instant(false);
export const lenientInstantQuery = instant(true);

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Time limit of a query: a duration or milliseconds. Decoded to milliseconds. */
export const timeoutQuery = z
  .preprocess(
    first,
    z
      .string()
      .transform((text, context): number => {
        const millis = /^\d+$/.test(text) ? Number(text) : parseDuration(text);
        if (millis !== undefined && millis > 0) return millis;
        const message = badQuery('timeout', `'${text}' is not a duration such as 20s or 1m30s`);
        context.issues.push({ code: 'custom', input: text, message });
        return z.NEVER;
      })
      .optional(),
  )
  .meta({
    type: 'string',
    example: '20s',
    description: 'Time limit; default: 20s for a dry run, else the setting `cypher.limits.time`',
  });

/** Optional; at least 0. */
export function biasQuery(name: string, description: string) {
  return z
    .preprocess(
      first,
      z
        .string()
        .transform((text, context): number => {
          const value = text.trim() === '' ? NaN : Number(text);
          if (Number.isFinite(value) && value >= 0) return value;
          context.issues.push({
            code: 'custom',
            input: text,
            message: badQuery(name, `'${text}' is not a number of at least 0`),
          });
          return z.NEVER;
        })
        .optional(),
    )
    .meta({ type: 'number', description });
}

export function requiredQuery(name: string, description: string) {
  return z
    .preprocess(first, z.string({ error: badQuery(name, 'missing') }))
    .meta({ type: 'string', description });
}

/** @param fallback used when the parameter is absent. */
export function positiveQuery(name: string, description: string, fallback: number) {
  return z
    .preprocess(
      first,
      z
        .string()
        .default(String(fallback))
        .transform((text, context): number => {
          const value = /^\d+$/.test(text) ? Number(text) : NaN;
          if (Number.isSafeInteger(value) && value > 0) return value;
          context.issues.push({
            code: 'custom',
            input: text,
            message: badQuery(name, `'${text}' is not a positive integer`),
          });
          return z.NEVER;
        }),
    )
    .meta({ type: 'integer', default: fallback, description });
}

export function choiceQuery<const T extends readonly [string, ...string[]]>(
  name: string,
  description: string,
  choices: T,
  fallback: T[number],
) {
  return z
    .preprocess(
      raw => first(raw) ?? fallback,
      z.enum(choices, {
        error: issue => badQuery(name, `'${String(issue.input)}' is none of ${choices.join(', ')}`),
      }),
    )
    .meta({ default: fallback, description });
}
