/** Express routes made from a table of endpoints: decoding before the handler, the reply after it. */
import {
  decodeBody,
  decodeParameters,
  MEDIA_TYPES,
  NO_PARAMETERS,
  parseBody,
  type BodyOf,
  type Endpoint,
  type Method,
  type ParamsOf,
  type QueryOf,
} from '@weir/api';
import { unreachable, WeirError } from '@weir/model';
import { Router, type Request, type Response } from 'express';
import { jsonText } from './json-text.js';
import { mediaTypeOf, readBody, type BodyLimit } from './read-body.js';

export interface Call<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: Request;
  readonly response: Response;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
}

export type Reply =
  | { readonly kind: 'empty'; readonly status: number }
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  /** The handler has written the response itself. */
  | { readonly kind: 'written' };

export const empty = (status: number): Reply => ({ kind: 'empty', status });
export const json = (body: unknown, status = 200): Reply => ({ kind: 'json', status, body });
export const WRITTEN: Reply = { kind: 'written' };

export type Handler<E> = (call: Call<E>) => Reply | Promise<Reply>;

/** One handler for every endpoint of a table. */
export type Handlers<T> = { readonly [K in keyof T]: Handler<T[K]> };

export interface RouterOptions {
  /** Bytes of a request body. */
  readonly maximumBodySize: number;
  /** Writes an error in the words of this API version. */
  readonly writeError: (thrown: unknown, request: Request, response: Response) => void;
  /** Of a body without a Content-Type; by default such a body is refused. */
  readonly defaultMediaType?: string;
}

export function endpointRouter<T extends Readonly<Record<string, unknown>>>(
  endpoints: T,
  handlers: Handlers<T>,
  options: RouterOptions,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const byPath = new Map<string, Map<Method, Route>>();
  for (const id of Object.keys(endpoints) as (keyof T & string)[]) {
    // The table's keys tie each endpoint to its own handler; here they are all alike.
    const endpoint = endpoints[id] as Endpoint;
    const handler = handlers[id] as Handler<Endpoint>;
    const methods = byPath.get(endpoint.path) ?? new Map<Method, Route>();
    byPath.set(endpoint.path, methods.set(endpoint.method, { endpoint, handler }));
  }
  // A path with a verb (`/things/{name}:stop`) also looks like one with just a name: it is tried first.
  const paths = [...byPath].sort(([a], [b]) => Number(b.includes(':')) - Number(a.includes(':')));
  for (const [path, methods] of paths) {
    router.all(expressPath(path), (request, response) =>
      dispatch(methods, request, response, options).catch((thrown: unknown) =>
        options.writeError(thrown, request, response),
      ),
    );
  }
  return router;
}

function expressPath(path: string): string {
  return path.replaceAll(':', '\\:').replaceAll(/\{(\w+)\}/g, ':$1');
}

interface Route {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
}

async function dispatch(
  methods: ReadonlyMap<Method, Route>,
  request: Request,
  response: Response,
  options: RouterOptions,
): Promise<void> {
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const route = methods.get(method as Method);
  if (!route) {
    checkPath(methods, request);
    const allowed = [...methods.keys()].flatMap(name =>
      name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()],
    );
    response.setHeader('Allow', allowed.join(', '));
    if (request.method === 'OPTIONS') return void response.status(204).end();
    throw new WeirError(
      'request.method-not-allowed',
      `${request.method} is not possible on ${request.baseUrl}${request.path}; possible are ${allowed.join(', ')}`,
    );
  }
  const { endpoint, handler } = route;
  const { params, query } = decodeParameters(
    { schema: endpoint.params, raw: request.params },
    { schema: endpoint.query, raw: request.query },
  );
  const body = await takeBody(endpoint, request, options);
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  write(await handler({ params, query, body, request, response, signal: abort.signal }), response);
}

/** A path that can't be meant is told before a method that is not possible on it. */
function checkPath(methods: ReadonlyMap<Method, Route>, request: Request): void {
  for (const { endpoint } of methods.values()) {
    decodeParameters({ schema: endpoint.params, raw: request.params }, { schema: NO_PARAMETERS, raw: {} });
  }
}

async function takeBody(endpoint: Endpoint, request: Request, options: RouterOptions): Promise<unknown> {
  if (!endpoint.body) return undefined;
  const contentType = request.headers['content-type'] ?? options.defaultMediaType;
  const mediaType = mediaTypeOf(contentType, MEDIA_TYPES[endpoint.body.kind]);
  const text = await readBody(request, bodyLimit(mediaType, options));
  return decodeBody(endpoint.body.schema, parseBody(text, mediaType));
}

/** Reading YAML takes much longer than reading JSON, and everybody else waits. */
const MAXIMUM_YAML_SIZE = 1024 * 1024;

function bodyLimit(mediaType: string, { maximumBodySize }: RouterOptions): BodyLimit {
  const isYaml = mediaType === 'application/yaml' && maximumBodySize > MAXIMUM_YAML_SIZE;
  return isYaml
    ? { bytes: MAXIMUM_YAML_SIZE, name: 'the limit for YAML; send larger bodies as JSON' }
    : { bytes: maximumBodySize, name: 'the limit set by webserver.maximum-body-size' };
}

function write(reply: Reply, response: Response): void {
  switch (reply.kind) {
    case 'empty':
      response.status(reply.status).end();
      return;
    case 'json':
      response.status(reply.status).type('application/json').send(jsonText(reply.body));
      return;
    case 'written':
      return;
    default:
      unreachable(reply);
  }
}
