/** The Express application: rules for all requests, the API versions, the pages. */
import { openApiDocument, V1_BASE_PATH, v1Endpoints, V2_BASE_PATH } from '@weir/api';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from '@weir/platform';
import type { Access } from './access/access.js';
import { allHandlers, type HandlerOptions } from './api/operations/handlers.js';
import { PrometheusMetrics } from './metrics/prometheus.js';
import type { Services } from './services.js';
import { v1ErrorWriter } from './api/v1/error-response.js';
import { v1QueryUiRouter, v1Router } from './api/v1/v1-router.js';
import { v2Document, v2Router } from './api/v2/v2-router.js';
import { crossOrigin, securityHeaders } from './http/headers.js';
import { accessLog, type AccessLogOptions } from './http/access-log.js';
import { crossSiteGuard } from './http/cross-site-guard.js';
import { hostGuard, type HostGuardOptions } from './http/host-guard.js';
import { missingPage, pages } from './http/pages.js';
import { requestLimit } from './http/rate-limit.js';
import type { RequestBodies } from './http/read-body.js';
import { requestIds } from './http/request-id.js';
import { requestTraces } from './http/request-traces.js';
import { JSON_SCHEMAS } from './system/json-schemas.js';
import type { RequestTracing } from './tracing/request-tracing.js';

export interface AppOptions extends HandlerOptions {
  /** Maximum size of a request body, in bytes. */
  readonly maximumBodySize: number;
  readonly bodies: RequestBodies;
  readonly access: Access;
  readonly allowedOrigins: readonly string[];
  /** Whether TLS is served. */
  readonly isSecure: boolean;
  readonly requestsPerMinute: number | undefined;
  readonly hosts: HostGuardOptions;
  readonly accessLog: AccessLogOptions;
  readonly logger: Logger;
  readonly tracing: RequestTracing | undefined;
}

const NOT_FOUND = 'The requested resource could not be found.';

export function createApp(services: Services, options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('strict routing', true);
  app.set('case sensitive routing', true);
  const { allowedOrigins, isSecure, requestsPerMinute } = options;
  const { environment } = services;
  app.use(
    requestIds(environment.random),
    accessLog(options.accessLog),
    ...requestTraces(options.tracing),
    securityHeaders(isSecure),
    ...requestLimit(requestsPerMinute),
    hostGuard(options.hosts),
    crossSiteGuard(allowedOrigins),
    ...crossOrigin(allowedOrigins),
  );
  app.use(withoutTrailingSlash, withoutNamespace);
  const { logger } = options;
  const handlers = allHandlers(services, options);
  const { access, maximumBodySize, bodies, resultSockets } = options;
  const shared = {
    access,
    maximumBodySize,
    bodies,
    isUpgrade: (request: Request) => resultSockets.isOffered(request),
  };
  const writeError = v1ErrorWriter(logger);
  app.use(V1_BASE_PATH, v1Router(handlers, { ...shared, writeError }));
  app.use(v1QueryUiRouter(handlers, { ...shared, writeError }));
  app.use(V2_BASE_PATH, v2Router(handlers, logger, shared));
  // Metrics, API descriptions, pages.
  app.use((request: Request, _response: Response, next: NextFunction) => {
    access.admit(request, 'read').then(() => next(), next);
  });
  app.use(pages());
  // Created on the first request, because collecting metrics has a cost.
  let prometheus: PrometheusMetrics | undefined;
  app.get('/metrics', (_request: Request, response: Response, next: NextFunction) => {
    const metrics = (prometheus ??= new PrometheusMetrics(services));
    metrics.text().then(text => response.type(metrics.contentType).send(text), next);
  });
  app.get('/docs/openapi.json', (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.json(v1Document(services, serversOf(request)));
  });
  app.get(['/openapi.json', `${V2_BASE_PATH}/openapi.json`], (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.json(v2Document(services, serversOf(request)));
  });
  app.get(`${V2_BASE_PATH}/schemas/:name`, (request, response, next) => {
    const { name } = request.params;
    if (!Object.hasOwn(JSON_SCHEMAS, name)) return next();
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.type('application/schema+json').send(JSON.stringify(JSON_SCHEMAS[name]!()));
  });
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Weir-Error-Code', 'request.not-found');
    next();
  });
  app.use(missingPage());
  app.use((_request: Request, response: Response) => {
    response.status(404);
    response.type('text/plain').send(NOT_FOUND);
  });
  // Express recognizes error handlers by their four parameters.
  app.use((thrown: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (thrown instanceof URIError) {
      response.status(400).setHeader('Weir-Error-Code', 'request.invalid');
      response.json([`The path ${request.originalUrl} is not percent-encoded correctly`]);
    } else writeError(thrown, request, response);
  });
  return app;
}

function serversOf(request: Request): readonly string[] {
  const isRelative = request.query['relative'] !== 'false';
  return [isRelative ? '/' : `${request.protocol}://${request.get('host') ?? ''}/`];
}

function v1Document(services: Services, servers: readonly string[]): unknown {
  return openApiDocument(v1Endpoints, {
    title: 'Weir API, version 1',
    version: services.build.version,
    description: 'Records flow in, queries watch the graph, matches flow out.',
    basePath: V1_BASE_PATH,
    servers,
  });
}

function withoutTrailingSlash(request: Request, response: Response, next: NextFunction): void {
  const [path = '', query] = request.originalUrl.split('?', 2);
  if (!path.endsWith('/') || /^\/+$/.test(path)) return next();
  // One leading slash: a location that starts with two would name another host.
  const location = '/' + path.replace(/^\/+|\/+$/g, '') + (query === undefined ? '' : `?${query}`);
  response.redirect(308, location);
}

/**
 * There is one graph, so a request that names another is not meant for this service. Version 2 defines the parameter
 * and checks it itself.
 */
function withoutNamespace(request: Request, response: Response, next: NextFunction): void {
  const isV2 = request.path.startsWith(`${V2_BASE_PATH}/`);
  if (request.query['namespace'] === undefined || isV2) return next();
  response.status(400).setHeader('Weir-Error-Code', 'request.invalid');
  response.type('text/plain').send('Namespaces not supported');
}
