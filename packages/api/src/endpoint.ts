/**
 * An operation as one version of the API serves it. The routes, the checks and the OpenAPI document are all made from
 * these, so none of them can say something else than the others.
 */
import type { ErrorCode } from '@weir/model';
import type { z } from 'zod';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** How a body may be written. `cypher-text` is `text/plain`: the whole body is the query. `bytes`: as they come. */
export type BodyKind = 'json' | 'json-or-cypher-text' | 'bytes';

export interface EndpointBody<B> {
  readonly kind: BodyKind;
  readonly schema: B;
  readonly example?: unknown;
  /** Bodies of other forms are read too: one as its own form has it, beside what was given, so that unknown fields are told. */
  readonly otherForm?: (given: unknown) => readonly [given: unknown, decoded: unknown];
}

export interface EndpointResponse {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Default `application/json`. */
  readonly mediaType?: string;
}

/** The decoded parts of a request, each as its schema gives it. */
export interface RequestParts {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

/** Texts around the JSON of a result. */
export interface Frame {
  readonly start: string;
  readonly end: string;
  /** Of the header `Warning`. */
  readonly warning?: string;
}

/** An operation, and what its handler gets. */
export interface OperationCall {
  readonly operation: string;
  /** @throws RequestError */
  readonly take: (parts: RequestParts) => object;
}

export interface Endpoint extends OperationCall {
  /** Within its version. */
  readonly id: string;
  readonly method: Method;
  /** Below the version's base path, parameters in braces: `/ingest/{name}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body?: EndpointBody<z.ZodType>;
  /** What a request that offers a WebSocket asks for. */
  readonly upgrade?: OperationCall;
  /** Of an answer without an error. */
  readonly status: number;
  /** The body of the answer, to be framed. Absent: there is none. */
  readonly show?: (result: unknown) => unknown;
  readonly frame: (isList: boolean, warnings: readonly string[]) => Frame;
  /** Errors that are told as others here. */
  readonly errors: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
  /** By status. Errors that any endpoint may answer are added where the document is made. */
  readonly responses: Readonly<Record<number, EndpointResponse>>;
}

/** Media types that a kind of body is accepted in. */
export const MEDIA_TYPES: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['application/json', 'application/yaml'],
  bytes: ['application/json', 'application/octet-stream'],
  'json-or-cypher-text': ['application/json', 'application/yaml', 'text/plain'],
};
