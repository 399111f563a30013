/** Creates a span for each request if tracing is enabled, without the query string, which may hold secrets. */
import type { RequestHandler } from 'express';
import type { RequestTracing } from '../tracing/request-tracing.js';
import { requestIdOf } from './request-id.js';

export function requestTraces(tracing: RequestTracing | undefined): readonly RequestHandler[] {
  if (tracing === undefined) return [];
  return [
    (request, response, next) => {
      const path = request.originalUrl.split('?', 1)[0]!;
      const span = tracing.request(request.method, path, requestIdOf(response), request.get('traceparent'));
      response.once('close', () => {
        if (response.writableFinished) span.answered(response.statusCode);
        else span.brokenOff();
      });
      next();
    },
  ];
}
