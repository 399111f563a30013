/** Path and query parameters. Raw values are strings; if a query parameter is repeated, the first value counts. */
import { parseNodeId, type NodeId } from '@weir/model';
import { z } from 'zod';
import type { EdgeDirection } from './operations/debug.js';

export const NO_PARAMETERS = z.object({});

/** Any name that fits in one segment of a path. */
export const nameParameter = z.string().meta({ description: 'Name chosen at creation; case-sensitive' });

export const nodeIdParameter = z
  .string()
  .transform((text, context): NodeId => {
    const id = parseNodeId(text);
    if (id !== undefined) return id;
    context.issues.push({
      code: 'custom',
      input: text,
      message: `Invalid ID value '${text}' for segment 'id'`,
    });
    return z.NEVER;
  })
  .meta({
    description: 'Node id in the form of `strId(n)`',
    example: '3e74242e-538f-3bd1-9814-49e6761551b1',
  });

function first(raw: unknown): unknown {
  return Array.isArray(raw) ? raw[0] : raw;
}

function invalid(kind: string, text: unknown, name: string): string {
  return `Invalid ${kind} value '${String(text)}' for query parameter '${name}'`;
}

/** Optional. @param least the smallest valid value. */
export function integerQuery(name: string, description: string, least = Number.MIN_SAFE_INTEGER) {
  return z
    .preprocess(
      first,
      z
        .string()
        .transform((text, context): number => {
          const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
          if (Number.isSafeInteger(value) && value >= least) return value;
          context.issues.push({ code: 'custom', input: text, message: invalid('integer', text, name) });
          return z.NEVER;
        })
        .optional(),
    )
    .meta({ type: 'integer', format: 'int64', description });
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Optional. */
export function textQuery(description: string) {
  return z.preprocess(first, z.string().optional()).meta({ type: 'string', description });
}

export function requiredTextQuery(name: string, description: string) {
  return z
    .preprocess(first, z.string({ error: `Missing value for query parameter '${name}'` }))
    .meta({ type: 'string', description });
}

/** Optional. */
export function numberQuery(name: string, description: string) {
  return z
    .preprocess(
      first,
      z
        .string()
        .transform((text, context): number => {
          const value = text.trim() === '' ? NaN : Number(text);
          if (Number.isFinite(value)) return value;
          context.issues.push({ code: 'custom', input: text, message: invalid('number', text, name) });
          return z.NEVER;
        })
        .optional(),
    )
    .meta({ type: 'number', description });
}

/** Optional. */
export function nodeIdQuery(name: string, description: string) {
  return z
    .preprocess(
      first,
      z
        .string()
        .transform((text, context): NodeId => {
          const id = parseNodeId(text);
          if (id !== undefined) return id;
          context.issues.push({ code: 'custom', input: text, message: invalid('ID', text, name) });
          return z.NEVER;
        })
        .optional(),
    )
    .meta({ type: 'string', description });
}

const EDGE_DIRECTIONS: Readonly<Record<string, EdgeDirection>> = {
  outgoing: 'Outgoing',
  out: 'Outgoing',
  incoming: 'Incoming',
  in: 'Incoming',
  undirected: 'Undirected',
  un: 'Undirected',
};

/** Optional; case-insensitive. */
export function directionQuery(name: string, description: string) {
  return z
    .preprocess(
      first,
      z
        .string()
        .transform((text, context): EdgeDirection => {
          const key = text.toLowerCase();
          const direction = Object.hasOwn(EDGE_DIRECTIONS, key) ? EDGE_DIRECTIONS[key] : undefined;
          if (direction !== undefined) return direction;
          context.issues.push({
            code: 'custom',
            input: text,
            message: invalid('edge direction', text, name),
          });
          return z.NEVER;
        })
        .optional(),
    )
    .meta({ type: 'string', enum: ['Outgoing', 'Incoming', 'Undirected'], description });
}

/** @param fallback used when the parameter is absent. */
export function booleanQuery(name: string, description: string, fallback = false) {
  return z
    .preprocess(
      first,
      z
        .string()
        .default(String(fallback))
        .transform((text, context): boolean => {
          const value = Object.hasOwn(BOOLEANS, text) ? BOOLEANS[text] : undefined;
          if (value !== undefined) return value;
          context.issues.push({ code: 'custom', input: text, message: invalid('boolean', text, name) });
          return z.NEVER;
        }),
    )
    .meta({ type: 'boolean', default: fallback, description });
}
