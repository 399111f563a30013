/**
 * Every request has an id: its own, from `X-Request-Id`, if it is one that can stand in a line of a log, else a new one.
 * The answer names it, and so do the lines of the log that the request causes.
 */
import type { Randomness } from '@weir/model';
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
