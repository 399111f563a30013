/**
 * What can be done with the service, whichever version of the API asks for it. A skin (`skin.ts`) says how an
 * operation is asked for and how its answer is written; the gateway has one handler for each operation.
 */
import type { z } from 'zod';
import type { EndpointBody, EndpointResponse } from './endpoint.js';

/** Skins name them as their tags. */
export type Topic =
  'administration' | 'algorithm' | 'cypher' | 'debug' | 'exploration' | 'ingest' | 'recipes' | 'standing';

/** For the compiler alone: nothing is there. */
export interface TypeOf<T> {
  readonly type?: T;
}

export const typeOf = <T>(): TypeOf<T> => ({});

export interface OperationDefinition {
  readonly topic: Topic;
  readonly summary: string;
  readonly description?: string;
  /** Values of the path and of the query, under the names that the handler knows. */
  readonly takes?: TypeOf<object>;
  readonly body?: EndpointBody<z.ZodType>;
  /** What the handler returns, where it is not what `answer` shows. */
  readonly gives?: TypeOf<unknown>;
  /** Default 200. */
  readonly status?: number;
  /** Without a schema the answer is empty. */
  readonly answer: EndpointResponse;
  /** What a 404 says. */
  readonly missing?: string;
  /** Further answers by status. */
  readonly responses?: Readonly<Record<number, EndpointResponse>>;
}

export type Operation = OperationDefinition & { readonly id: string };

/** A table of operations: each has its key as id. */
export function operations<const T extends Readonly<Record<string, OperationDefinition>>>(
  table: T,
): { readonly [K in keyof T & string]: T[K] & { readonly id: K } } {
  const entries = Object.entries(table).map(([id, definition]) => [id, { id, ...definition }]);
  return Object.fromEntries(entries) as { readonly [K in keyof T & string]: T[K] & { readonly id: K } };
}

export type ParametersOf<D> = D extends { readonly takes: TypeOf<infer P> } ? P : unknown;
export type BodySchemaOf<D> = D extends { readonly body: EndpointBody<infer S> } ? S : z.ZodNever;
/** What a handler gets. */
export type InputOf<D> = ParametersOf<D> & BodyPart<BodySchemaOf<D>>;
export type BodyPart<S> = S extends z.ZodNever ? unknown : { readonly body: z.output<S> };
/** What a handler returns. */
export type ResultOf<D> = D extends { readonly gives: TypeOf<infer G> } ? G : unknown;
