/**
 * The second version of the API: a skin over the same services as the first. Its two forms differ in their
 * paths, so the path chooses the form; each has its own table of endpoints, handlers and errors.
 */
import {
  envelopedErrorsSchema,
  openApiDocument,
  V2_BASE_PATH,
  v2Endpoints,
  v2EnvelopedEndpoints,
  v2ErrorSchema,
  type Endpoint,
} from '@weir/api';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { endpointRouter } from '../http/endpoint-router.js';
import type { ResultSockets } from '../http/result-sockets.js';
import type { Services } from '../services/services.js';
import { cypherRoutes } from './cypher-routes.js';
import { envelopedAdminRoutes } from './enveloped/admin-routes.js';
import { envelopedCypherRoutes } from './enveloped/cypher-routes.js';
import { envelopedErrorWriter } from './enveloped/error-response.js';
import { envelopedStandingQueryRoutes } from './enveloped/standing-query-routes.js';
import { envelopedUserFunctionRoutes } from './enveloped/user-function-routes.js';
import { v2ErrorWriter } from './error-response.js';
import { standingQueryRoutes } from './standing-query-routes.js';
import { standingTapRoutes } from './standing-tap-routes.js';
import { systemRoutes } from './system-routes.js';

export interface V2Options {
  readonly maximumBodySize: number;
  readonly resultSockets: ResultSockets;
}

export function v2Router(services: Services, { maximumBodySize, resultSockets }: V2Options): Router {
  const { logger } = services.environment;
  const shared = { maximumBodySize, defaultMediaType: 'application/json' };
  const handlers = {
    ...standingQueryRoutes(services),
    ...standingTapRoutes(services, resultSockets),
    ...cypherRoutes(services),
    ...systemRoutes(services),
  };
  const envelopedHandlers = {
    ...envelopedStandingQueryRoutes(services),
    ...envelopedCypherRoutes(services),
    ...envelopedUserFunctionRoutes(services),
    ...envelopedAdminRoutes(services),
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(onlyKnownGraph);
  router.use(endpointRouter(v2Endpoints, handlers, { ...shared, writeError: v2ErrorWriter(logger) }));
  router.use(
    endpointRouter(v2EnvelopedEndpoints, envelopedHandlers, {
      ...shared,
      writeError: envelopedErrorWriter(logger),
    }),
  );
  return router;
}

const GRAPHS: ReadonlySet<unknown> = new Set([undefined, 'quine', 'default']);

/** The one graph is named in the path in the newer form, by `namespace` in the older one. */
function onlyKnownGraph(request: Request, response: Response, next: NextFunction): void {
  const inPath = /^\/graph\/([^/]+)/.exec(request.path)?.[1];
  const { namespace } = request.query;
  const name = typeof namespace === 'string' ? namespace.toLowerCase() : namespace;
  if (GRAPHS.has(inPath) && GRAPHS.has(name)) return next();
  response.status(404).setHeader('Weir-Error-Code', 'request.not-found');
  response.type('text/plain').send('There is one graph: quine');
}

const ENVELOPED: ReadonlySet<Endpoint> = new Set(Object.values(v2EnvelopedEndpoints) as Endpoint[]);

export function v2Document(services: Services, servers: readonly string[]): unknown {
  const endpoints = [...Object.values(v2Endpoints), ...ENVELOPED] as Endpoint[];
  return openApiDocument(endpoints, {
    title: 'Weir API, version 2',
    version: services.build.version,
    description: 'Records flow in, queries watch the graph, matches flow out.',
    basePath: V2_BASE_PATH,
    servers,
    errorSchema: endpoint => (ENVELOPED.has(endpoint) ? envelopedErrorsSchema : v2ErrorSchema),
  });
}
