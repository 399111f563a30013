/**
 * Creates Express routes from the endpoints of a skin: decodes the request before the handler and writes its response.
 */
import {
  decodeBody,
  decodeParameters,
  kebabCase,
  MEDIA_TYPES,
  NO_PARAMETERS,
  parseBody,
  RequestError,
  type Endpoint,
  type ResponseFrame,
  type InputOf,
  type Method,
  type Operations,
  type ResultOf,
} from '@weir/api';
import { closestField, formatPath, ignoredFields } from '@weir/definitions';
import { WeirError } from '@weir/platform';
import { Router, type Request, type Response } from 'express';
import type { Access } from '../access/access.js';
import { ROLE_OF_OPERATION } from '../access/operation-roles.js';
import type { Role } from '../access/role.js';
import { jsonText } from '../responses/json-text.js';
import { mediaTypeOf, type BodyLimit, type RequestBodies } from '../http/read-body.js';

/** Context of a handler besides its input. */
export interface Call {
  /** Role of the client. */
  readonly role: Role;
  /** Name of the user, if access control knows it. */
  readonly user: string | undefined;
  readonly request: Request;
  readonly response: Response;
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /** Text around a result that the handler writes itself. */
  readonly frame: ResponseFrame;
}

/** Returned by a handler that has written the response itself. */
export const WRITTEN = Symbol('written');

type Answer<R> = R | typeof WRITTEN;
export type Handler<D> = (
  input: InputOf<D>,
  call: Call,
) => Answer<ResultOf<D>> | Promise<Answer<ResultOf<D>>>;

/** One handler for each operation of a table. */
export type Handlers<T> = { readonly [K in keyof T]: Handler<T[K]> };

export interface RouterOptions {
  /** Whether errors name words that were probably meant. */
  readonly suggestsWords?: boolean;
  readonly access: Access;
  /** Maximum size of a request body, in bytes. */
  readonly maximumBodySize: number;
  readonly bodies: RequestBodies;
  /** Writes an error in the form of this API version. */
  readonly writeError: (thrown: unknown, request: Request, response: Response) => void;
  /** Whether the request offers a WebSocket and can be given one. */
  readonly isUpgrade: (request: Request) => boolean;
  /** Media type of a body without a Content-Type; by default such a body is rejected. */
  readonly defaultMediaType?: string;
}

export function endpointRouter(
  endpoints: readonly Endpoint[],
  handlers: Handlers<Operations>,
  options: RouterOptions,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const byPath = new Map<string, Map<Method, Endpoint>>();
  for (const endpoint of endpoints) {
    const methods = byPath.get(endpoint.path) ?? new Map<Method, Endpoint>();
    byPath.set(endpoint.path, methods.set(endpoint.method, endpoint));
  }
  // The skin has checked that the input of an endpoint suits its operation; the types of handlers are erased here.
  const handle = handlers as unknown as ErasedHandlers;
  // A path with a verb (`/things/{name}:stop`) also matches a path that ends in a name, so it is tried first.
  const paths = [...byPath].sort(([a], [b]) => Number(b.includes(':')) - Number(a.includes(':')));
  for (const [path, methods] of paths) {
    router.all(expressPath(path), (request, response) =>
      dispatch(methods, handle, request, response, options).catch((thrown: unknown) =>
        options.writeError(thrown, request, response),
      ),
    );
  }
  return router;
}

function expressPath(path: string): string {
  return path.replaceAll(':', '\\:').replaceAll(/\{(\w+)\}/g, ':$1');
}

type ErasedHandlers = Readonly<Record<string, (input: object, call: Call) => unknown>>;

async function dispatch(
  methods: ReadonlyMap<Method, Endpoint>,
  handlers: ErasedHandlers,
  request: Request,
  response: Response,
  options: RouterOptions,
): Promise<void> {
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const endpoint = methods.get(method as Method);
  if (!endpoint) {
    checkPath(methods, request);
    const allowed = [...methods.keys()].flatMap(name =>
      name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()],
    );
    response.setHeader('Allow', allowed.join(', '));
    if (request.method === 'OPTIONS') return void response.status(204).end();
    throw new WeirError(
      'request.method-not-allowed',
      `${request.method} is not supported for ${request.baseUrl}${request.path}; supported methods: ` +
        `${allowed.join(', ')}`,
    );
  }
  checkAccept(endpoint, request);
  const { operation, take } = (options.isUpgrade(request) ? endpoint.upgrade : undefined) ?? endpoint;
  const role = await options.access.admit(request, ROLE_OF_OPERATION[operation as keyof Operations]);
  const { params, query } = decodeParameters(
    { schema: endpoint.params, raw: request.params },
    { schema: endpoint.query, raw: withKnownSpellings(request.query, endpoint) },
  );
  const { body, warnings } = await takeBody(endpoint, request, response, options);
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  const input = take({ params, query, body });
  const frame = endpoint.frame(false, warnings);
  if (frame.warning !== undefined) response.setHeader('Warning', frame.warning);
  const user = options.access.userOf(request);
  const call = { role, user, request, response, signal: abort.signal, frame };
  try {
    const result = await handlers[operation]!(input, call);
    if (result !== WRITTEN) write(endpoint, result, warnings, response);
  } catch (thrown) {
    throw translated(thrown, endpoint);
  }
}

/** Accepts every parameter in both spellings, `at-time` and `atTime`. */
function withKnownSpellings(given: Readonly<Record<string, unknown>>, { query }: Endpoint): object {
  const known = { ...given };
  for (const name of Object.keys(query.shape)) {
    if (name in given) continue;
    const other = Object.keys(given).find(key => kebabCase(key) === kebabCase(name));
    if (other !== undefined) known[name] = given[other];
  }
  return known;
}

/** @throws WeirError `request.not-acceptable` when the response is JSON and the client does not accept JSON. */
function checkAccept({ status, responses }: Endpoint, request: Request): void {
  const answer = responses[status];
  if (answer?.schema === undefined || answer.mediaType !== undefined) return;
  if (request.accepts('application/json') !== false) return;
  throw new WeirError(
    'request.not-acceptable',
    `The response can only be application/json, not ${request.get('accept')}`,
  );
}

/** Translates errors that have another code in this version. */
function translated(thrown: unknown, { errors }: Endpoint): unknown {
  const code = thrown instanceof WeirError ? errors[thrown.code] : undefined;
  return code === undefined ? thrown : new WeirError(code, WeirError.from(thrown).message, { cause: thrown });
}

/**
 * Reports an invalid path before a method that the path does not support; an unknown verb is reported as an unsupported
 * method.
 */
function checkPath(methods: ReadonlyMap<Method, Endpoint>, request: Request): void {
  if (/:[^/]*$/.test(request.path)) return;
  for (const { params } of methods.values()) {
    decodeParameters({ schema: params, raw: request.params }, { schema: NO_PARAMETERS, raw: {} });
  }
}

async function takeBody(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  options: RouterOptions,
): Promise<{ readonly body: unknown; readonly warnings: readonly string[] }> {
  if (!endpoint.body) return { body: undefined, warnings: [] };
  if (endpoint.body.kind === 'bytes') {
    const limit = bodyLimit('application/octet-stream', options);
    return { body: await inTime(options.bodies.readBytes(request, limit), request, response), warnings: [] };
  }
  const contentType = request.headers['content-type'] ?? options.defaultMediaType;
  if (contentType === undefined && isWithoutBody(request)) {
    throw new RequestError(['ParsingFailure: exhausted input'], {}, 'body');
  }
  const mediaType = mediaTypeOf(contentType, MEDIA_TYPES[endpoint.body.kind]);
  const reading = options.bodies.read(request, bodyLimit(mediaType, options));
  const text = await inTime(reading, request, response);
  const given = parseBody(text, mediaType);
  const body = decodeBody(endpoint.body.schema, given, options.suggestsWords);
  const ignored = ignoredFields(...(endpoint.body.otherForm?.(given) ?? ([given, body] as const)));
  const { schema } = endpoint.body;
  const warnings = ignored.slice(0, MAXIMUM_WARNINGS).map(path => {
    const text = `Unknown field ${formatPath(path)} was ignored`;
    const near = options.suggestsWords
      ? closestField(schema, given, path.slice(0, -1), String(path.at(-1)))
      : undefined;
    return near === undefined ? text : `${text}; did you mean '${near}'?`;
  });
  return { body, warnings };
}

/** Does not wait for the rest of a body that failed. */
function inTime<T>(reading: Promise<T>, request: Request, response: Response): Promise<T> {
  return reading.catch((thrown: unknown) => {
    if (!request.complete) response.setHeader('Connection', 'close');
    throw thrown;
  });
}

function isWithoutBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** Maximum number of unknown fields reported for a body. */
const MAXIMUM_WARNINGS = 20;

/** Reading YAML takes much longer than reading JSON, and blocks all other requests. */
const MAXIMUM_YAML_SIZE = 256 * 1024;

function bodyLimit(mediaType: string, { maximumBodySize }: RouterOptions): BodyLimit {
  const isYaml = mediaType === 'application/yaml' && maximumBodySize > MAXIMUM_YAML_SIZE;
  return isYaml
    ? { bytes: MAXIMUM_YAML_SIZE, name: 'the limit for YAML; send larger bodies as JSON' }
    : { bytes: maximumBodySize, name: 'the limit set by webserver.maximum-body-size' };
}

function write(
  { status, show, frame, responses }: Endpoint,
  result: unknown,
  warnings: readonly string[],
  response: Response,
): void {
  response.status(status);
  const shown = show?.(result);
  const { start, end, warning } = frame(Array.isArray(shown), [...warnings, ...warningsOf(result)]);
  if (warning !== undefined) response.setHeader('Warning', warning);
  if (show === undefined) return void response.end();
  if (responses[status]?.mediaType === 'text/plain')
    return void response.type('text/plain').send(String(shown));
  response.type('application/json').send(start + jsonText(shown) + end);
}

/** Results may carry warnings that are not part of the body. */
function warningsOf(result: unknown): readonly string[] {
  const isWarned = typeof result === 'object' && result !== null && 'warnings' in result;
  return isWarned ? (result as { warnings: readonly string[] }).warnings : [];
}
