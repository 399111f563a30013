/**
 * One operation of the API: what it takes and what it answers. The routes, the checks and the OpenAPI document
 * are all made from these, so none of them can say something else than the others.
 */
import type { z } from 'zod';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** How a body may be written. `cypher-text` is `text/plain`: the whole body is the query. */
export type BodyKind = 'json' | 'json-or-cypher-text';

export interface EndpointBody<B extends z.ZodType> {
  readonly kind: BodyKind;
  readonly schema: B;
  readonly example?: unknown;
}

export interface EndpointResponse {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Default `application/json`. */
  readonly mediaType?: string;
}

export interface Endpoint<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
> {
  readonly id: string;
  readonly method: Method;
  /** Below the version's base path, parameters in braces: `/ingest/{name}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: P;
  readonly query: Q;
  readonly body?: EndpointBody<B>;
  /** By status. Errors that any endpoint may answer are added where the document is made. */
  readonly responses: Readonly<Record<number, EndpointResponse>>;
}

export function endpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType = z.ZodNever>(
  definition: Endpoint<P, Q, B>,
): Endpoint<P, Q, B> {
  return definition;
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodObject, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodObject, infer Q, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodObject, z.ZodObject, infer B> ? z.output<B> : never;

/** Media types that a kind of body is accepted in. */
export const MEDIA_TYPES: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['application/json', 'application/yaml'],
  'json-or-cypher-text': ['application/json', 'application/yaml', 'text/plain'],
};
