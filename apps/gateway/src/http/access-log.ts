/**
 * Logs one line for each request, once its response is sent or its client has disconnected, without the query string,
 * which may hold secrets.
 */
import type { Clock, Logger } from '@weir/platform';
import type { RequestHandler } from 'express';
import { requestIdOf } from './request-id.js';

export interface AccessLogOptions {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Whether the access log is enabled. */
  readonly isOn: () => boolean;
}

export function accessLog({ logger, clock, isOn }: AccessLogOptions): RequestHandler {
  return (request, response, next) => {
    if (isOn()) {
      const begun = clock.now();
      const [path] = request.originalUrl.split('?', 1);
      response.once('close', () => {
        const outcome = response.writableFinished ? String(response.statusCode) : 'broken off';
        logger.log('info', `${request.method} ${path} ${outcome}`, {
          requestId: requestIdOf(response),
          client: request.socket.remoteAddress,
          millis: clock.now() - begun,
        });
      });
    }
    next();
  };
}
