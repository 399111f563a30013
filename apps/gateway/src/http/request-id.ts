/**
 * Gives every request an id: the value of `X-Request-Id` if it is safe in a log line, else a new one. The response and
 * the log lines that the request causes carry it.
 */
import type { Randomness } from '@weir/platform';
import type { RequestHandler, Response } from 'express';

const HEADER = 'X-Request-Id';
const SANE = /^[\w.:/+=@-]{1,128}$/;

export function requestIds(random: Randomness): RequestHandler {
  return (request, response, next) => {
    const given = request.get(HEADER);
    response.setHeader(HEADER, given !== undefined && SANE.test(given) ? given : random.uuid());
    next();
  };
}

export function requestIdOf(response: Response): string {
  return String(response.getHeader(HEADER) ?? '');
}
