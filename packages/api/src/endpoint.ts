/**
 * An operation as one version of the API serves it. Routes, checks and the OpenAPI document are all generated from
 * endpoints, so they cannot contradict each other.
 */
import type { ErrorCode } from '@weir/platform';
import type { z } from 'zod';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * How a body may be written. `cypher-text` is `text/plain`: the whole body is the query. `bytes` are passed on
 * unparsed.
 */
export type BodyKind = 'json' | 'json-or-cypher-text' | 'bytes';

export interface EndpointBody<B> {
  readonly kind: BodyKind;
  readonly schema: B;
  readonly example?: unknown;
  /**
   * Reads bodies of other forms too. Returns the body as given and decoded, both in its own form, so that unknown
   * fields can be reported.
   */
  readonly otherForm?: (given: unknown) => readonly [given: unknown, decoded: unknown];
}

export interface EndpointResponse {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Default `application/json`. */
  readonly mediaType?: string;
}

/** The decoded parts of a request, each typed by its schema. */
export interface RequestParts {
  readonly params: object;
  readonly query: object;
  readonly body: unknown;
}

/** Text around the JSON of a result. */
export interface ResponseFrame {
  readonly start: string;
  readonly end: string;
  /** Value of the `Warning` header. */
  readonly warning?: string;
}

/** An operation and the input of its handler. */
export interface OperationCall {
  readonly operation: string;
  /** @throws RequestError */
  readonly take: (parts: RequestParts) => object;
}

export interface Endpoint extends OperationCall {
  /** Unique within its version. */
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
  /** Operation that a WebSocket upgrade request runs. */
  readonly upgrade?: OperationCall;
  /** Status of a response without an error. */
  readonly status: number;
  /** Returns the body of the response, to be framed. Absent: the response has no body. */
  readonly show?: (result: unknown) => unknown;
  readonly frame: (isList: boolean, warnings: readonly string[]) => ResponseFrame;
  /** Errors that this endpoint reports as others. */
  readonly errors: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
  /** Keyed by status. Errors that any endpoint may return are added when the document is generated. */
  readonly responses: Readonly<Record<number, EndpointResponse>>;
}

/** Media types accepted for each kind of body. */
export const MEDIA_TYPES: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['application/json', 'application/yaml'],
  bytes: ['application/json', 'application/octet-stream'],
  'json-or-cypher-text': ['application/json', 'application/yaml', 'text/plain'],
};
