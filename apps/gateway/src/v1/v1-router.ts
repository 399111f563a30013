/** The first version of the API. */
import { v1Endpoints } from '@weir/api';
import type { Router } from 'express';
import { endpointRouter, type RouterOptions } from '../http/endpoint-router.js';
import type { ResultSockets } from '../http/result-sockets.js';
import type { Services } from '../services/services.js';
import { adminRoutes } from './admin-routes.js';
import { cypherRoutes } from './cypher-routes.js';
import { v1ErrorWriter } from './error-response.js';
import { ingestRoutes } from './ingest-routes.js';
import { queryUiRoutes } from './query-ui-routes.js';
import type { ResultStreamOptions } from './results-stream.js';
import { standingQueryRoutes } from './standing-query-routes.js';
import { transferRoutes } from './transfer-routes.js';
import { userFunctionRoutes } from './user-function-routes.js';

export interface V1Options {
  readonly maximumBodySize: number;
  readonly resultStreams: ResultStreamOptions;
  readonly resultSockets: ResultSockets;
}

export function v1Router(services: Services, options: V1Options): Router {
  const handlers = {
    ...ingestRoutes(services),
    ...standingQueryRoutes(services, options.resultStreams, options.resultSockets),
    ...cypherRoutes(services),
    ...userFunctionRoutes(services),
    ...adminRoutes(services),
    ...transferRoutes(services),
    ...queryUiRoutes(services),
  };
  return endpointRouter(v1Endpoints, handlers, routerOptions(services, options));
}

/** The UI lists alone: older clients ask for them without the version's prefix. */
export function v1QueryUiRouter(services: Services, options: V1Options): Router {
  const {
    getSampleQueries,
    putSampleQueries,
    getQuickQueries,
    putQuickQueries,
    getNodeAppearances,
    putNodeAppearances,
  } = v1Endpoints;
  const endpoints = {
    getSampleQueries,
    putSampleQueries,
    getQuickQueries,
    putQuickQueries,
    getNodeAppearances,
    putNodeAppearances,
  };
  return endpointRouter(endpoints, queryUiRoutes(services), routerOptions(services, options));
}

function routerOptions({ environment }: Services, { maximumBodySize }: V1Options): RouterOptions {
  return { maximumBodySize, writeError: v1ErrorWriter(environment.logger) };
}
