/** The first version of the API. */
import { type Operations, v1Endpoints } from '@weir/api';
import type { Router } from 'express';
import { endpointRouter, type Handlers, type RouterOptions } from '../endpoint-router.js';

export function v1Router(handlers: Handlers<Operations>, options: RouterOptions): Router {
  return endpointRouter(v1Endpoints, handlers, options);
}

/** Serves the UI lists only: older clients request them without the version's prefix. */
export function v1QueryUiRouter(handlers: Handlers<Operations>, options: RouterOptions): Router {
  const endpoints = v1Endpoints.filter(({ path }) => path.startsWith('/query-ui/'));
  return endpointRouter(endpoints, handlers, options);
}
