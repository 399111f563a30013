/**
 * The operations of the service, independent of the API version that requests them. A skin (`skin.ts`) defines how an
 * operation is requested and how its response is written; the gateway has one handler for each operation.
 */
import type { z } from 'zod';
import type { EndpointBody, EndpointResponse } from './endpoint.js';

/** Skins use topics as tags. */
export type Topic =
  'administration' | 'algorithm' | 'cypher' | 'debug' | 'exploration' | 'ingest' | 'recipes' | 'standing';

/** For the compiler only: has no value at run time. */
export interface TypeOf<T> {
  readonly type?: T;
}

export const typeOf = <T>(): TypeOf<T> => ({});

export interface OperationDefinition {
  readonly topic: Topic;
  readonly summary: string;
  readonly description?: string;
  /** Values of the path and the query, under the names that the handler uses. */
  readonly takes?: TypeOf<object>;
  readonly body?: EndpointBody<z.ZodType>;
  /** Result of the handler, if it differs from what `answer` shows. */
  readonly gives?: TypeOf<unknown>;
  /** Default 200. */
  readonly status?: number;
  /** Without a schema, the response has no body. */
  readonly answer: EndpointResponse;
  /** Message of a 404. */
  readonly missing?: string;
  /** Further responses, keyed by status. */
  readonly responses?: Readonly<Record<number, EndpointResponse>>;
}

export type Operation = OperationDefinition & { readonly id: string };

/** A table of operations. The key of each is its id. */
export function operations<const T extends Readonly<Record<string, OperationDefinition>>>(
  table: T,
): { readonly [K in keyof T & string]: T[K] & { readonly id: K } } {
  const entries = Object.entries(table).map(([id, definition]) => [id, { id, ...definition }]);
  return Object.fromEntries(entries) as { readonly [K in keyof T & string]: T[K] & { readonly id: K } };
}

export type ParametersOf<D> = D extends { readonly takes: TypeOf<infer P> } ? P : unknown;
export type BodySchemaOf<D> = D extends { readonly body: EndpointBody<infer S> } ? S : z.ZodNever;
/** Input of a handler. */
export type InputOf<D> = ParametersOf<D> & BodyPart<BodySchemaOf<D>>;
export type BodyPart<S> = S extends z.ZodNever ? unknown : { readonly body: z.output<S> };
/** Result of a handler. */
export type ResultOf<D> = D extends { readonly gives: TypeOf<infer G> } ? G : unknown;
