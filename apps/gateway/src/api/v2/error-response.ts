/** Errors in the form of the second API version. */
import { RequestError, type ErrorDetail, type V2Error } from '@weir/api';
import { WeirError, type Logger } from '@weir/platform';
import type { Request, Response } from 'express';
import { setErrorHead, STATUS_OF_ERROR } from '../error-status.js';
import { jsonText } from '../../responses/json-text.js';
import { requestIdOf } from '../../http/request-id.js';

/** A response that can still be given a status; `undefined`: it is already complete or broken off. */
export interface ErrorAnswer {
  readonly error: WeirError;
  readonly status: number;
  /** Id of an internal error, which is also in the log. */
  readonly requestId: string | undefined;
}

/** Statuses whose body is plain text, in both dialects. */
const PLAIN_TEXT: ReadonlySet<number> = new Set([405, 413, 415]);

/** Codes that are not logged as errors. */
const EXPECTED: ReadonlySet<string> = new Set(['graph.not-ready', 'ingest.not-running']);

export function v2ErrorWriter(logger: Logger) {
  return (thrown: unknown, request: Request, response: Response): void => {
    const answer = answerTo(thrown, request, response, logger);
    if (answer) response.type('application/json').send(jsonText(bodyOf(answer)));
  };
}

/** Logs the error if necessary, sets the status, and handles responses that are already sent or have a plain body. */
export function answerTo(
  thrown: unknown,
  request: Request,
  response: Response,
  logger: Logger,
): ErrorAnswer | undefined {
  const error = WeirError.from(thrown);
  const what = `${request.method} ${request.originalUrl.split('?', 1)[0]}`;
  if (response.destroyed) {
    logger.log('debug', `${what}: the client disconnected: ${error.message}`);
    return undefined;
  }
  const status = STATUS_OF_ERROR[error.code];
  const requestId = status >= 500 && !EXPECTED.has(error.code) ? requestIdOf(response) : undefined;
  if (requestId !== undefined) {
    logger.log('error', `${what}: ${error.message}`, { code: error.code, requestId, cause: error.cause });
  }
  if (response.headersSent) {
    // Part of the response is sent: only closing the connection shows the client that it is incomplete.
    logger.log('warn', `${what} ended early: ${error.message}`, {
      code: error.code,
      requestId: requestIdOf(response),
    });
    response.destroy();
    return undefined;
  }
  setErrorHead(response, error.code);
  if (status === 406) {
    response.end();
    return undefined;
  }
  if (PLAIN_TEXT.has(status)) {
    response.type('text/plain').send(status === 405 ? 'Method Not Allowed' : error.message);
    return undefined;
  }
  return { error, status, requestId };
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

function bodyOf({ error, status, requestId }: ErrorAnswer): V2Error {
  const [message = '', ...others] = textsOf(error);
  const details: ErrorDetail[] = others.map(text => ({ type: 'Help', message: text }));
  if (namesUnknownType(error)) details.push({ type: 'Help', message: UNKNOWN_TYPE_HELP });
  if (error.code.startsWith('cypher.')) {
    details.push({ type: 'ErrorInfo', reason: 'CYPHER_ERROR', domain: 'quine.io', metadata: {} });
  }
  if (requestId !== undefined) details.push({ type: 'RequestInfo', requestId });
  return { error: { code: status, status: STATUS_NAMES[status] ?? 'INTERNAL', message, details } };
}

const UNKNOWN_TYPE_HELP = "The field 'type' must be set to one of the types that /docs lists for this object";

function namesUnknownType(error: WeirError): boolean {
  return error instanceof RequestError && error.details.some(text => text.includes('discriminator'));
}

/** Returns the errors, one text each, at least one. */
export function textsOf(error: WeirError): readonly string[] {
  if (!(error instanceof RequestError)) return [error.message];
  return error.part === 'body'
    ? error.details.map(text => `Invalid value for: body (${text})`)
    : error.details;
}
