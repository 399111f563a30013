/**
 * The second version of the API. Its two forms differ in their paths, so the path selects the form; each has its own
 * endpoints and errors.
 */
import {
  type Endpoint,
  envelopedErrorsSchema,
  openApiDocument,
  type Operations,
  V2_BASE_PATH,
  v2Endpoints,
  v2EnvelopedEndpoints,
  v2ErrorSchema,
} from '@weir/api';
import type { Logger } from '@weir/platform';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { endpointRouter, type Handlers, type RouterOptions } from '../endpoint-router.js';
import type { Services } from '../../services.js';
import { envelopedErrorWriter } from './enveloped/error-response.js';
import { v2ErrorWriter } from './error-response.js';

export function v2Router(
  handlers: Handlers<Operations>,
  logger: Logger,
  options: Omit<RouterOptions, 'writeError'>,
): Router {
  const shared = { ...options, defaultMediaType: 'application/json' };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(onlyKnownGraph);
  router.use(endpointRouter(v2Endpoints, handlers, { ...shared, writeError: v2ErrorWriter(logger) }));
  router.use(
    endpointRouter(v2EnvelopedEndpoints, handlers, { ...shared, writeError: envelopedErrorWriter(logger) }),
  );
  return router;
}

const GRAPHS: ReadonlySet<unknown> = new Set([undefined, 'quine', 'default']);

/** The newer form names the graph in the path, the older one by `namespace`; there is only one graph. */
function onlyKnownGraph(request: Request, response: Response, next: NextFunction): void {
  const inPath = /^\/graph\/([^/]+)/.exec(request.path)?.[1];
  const { namespace } = request.query;
  const name = typeof namespace === 'string' ? namespace.toLowerCase() : namespace;
  if (GRAPHS.has(inPath) && GRAPHS.has(name)) return next();
  response.status(404).setHeader('Weir-Error-Code', 'request.not-found');
  response.type('text/plain').send('The only graph is quine');
}

const ENVELOPED: ReadonlySet<Endpoint> = new Set(v2EnvelopedEndpoints);

export function v2Document(services: Services, servers: readonly string[]): unknown {
  return openApiDocument([...v2Endpoints, ...v2EnvelopedEndpoints], {
    title: 'Weir API, version 2',
    version: services.build.version,
    description: 'Records flow in, queries watch the graph, matches flow out.',
    basePath: V2_BASE_PATH,
    servers,
    errorSchema: endpoint => (ENVELOPED.has(endpoint) ? envelopedErrorsSchema : v2ErrorSchema),
  });
}
