/**
 * Errors in the form of the first API version: an array of texts, or an empty body if a named resource does not exist.
 */
import { RequestError } from '@weir/api';
import { WeirError, type ErrorCode, type Logger } from '@weir/platform';
import type { Request, Response } from 'express';
import { setErrorHead, STATUS_OF_ERROR } from '../error-status.js';
import { requestIdOf } from '../../http/request-id.js';

/** Reported by the status alone. */
const EMPTY: ReadonlySet<ErrorCode> = new Set([
  'ingest.not-found',
  'standing.not-found',
  'standing.output-not-found',
  'node.property-not-found',
]);

export function v1ErrorWriter(logger: Logger) {
  return (thrown: unknown, request: Request, response: Response): void => {
    const error = WeirError.from(thrown);
    if (response.destroyed) {
      logger.log('debug', `${request.method} ${request.path}: the client disconnected: ${error.message}`);
      return;
    }
    const status = STATUS_OF_ERROR[error.code];
    if (status >= 500 && error.code !== 'graph.not-ready') {
      logger.log('error', `${request.method} ${request.path}: ${error.message}`, {
        code: error.code,
        requestId: requestIdOf(response),
        cause: error.cause,
      });
    }
    if (response.headersSent) {
      // Part of the response is sent: only closing the connection shows the client that it is incomplete.
      logger.log('warn', `${request.method} ${request.path} ended early: ${error.message}`, {
        code: error.code,
        requestId: requestIdOf(response),
      });
      response.destroy();
      return;
    }
    setErrorHead(response, error.code);
    if (EMPTY.has(error.code)) response.setHeader('Content-Length', '0').end();
    else if (error.code === 'cypher.timeout') response.type('text/plain').send(error.message);
    else response.type('application/json').send(JSON.stringify(textsOf(error)));
  };
}

function textsOf(error: WeirError): readonly string[] {
  return error instanceof RequestError ? error.details : [error.message];
}
