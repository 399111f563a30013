import { WeirError } from '@weir/platform';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';

const WINDOW_MILLIS = 60_000;
/** Health checks are frequent. */
const UNLIMITED = /\/admin\/(?:liveness|readiness)$/;

/** Rejects with `request.too-many`. @param perMinute requests of one address; `undefined`: no limit. */
export function requestLimit(perMinute: number | undefined): readonly RequestHandler[] {
  if (perMinute === undefined) return [];
  const limiter = rateLimit({
    windowMs: WINDOW_MILLIS,
    limit: perMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // Proxy headers are not trusted: the address is that of the connection.
    validate: false,
    skip: request => UNLIMITED.test(request.path),
    handler: (_request: Request, _response: Response, next: NextFunction) =>
      next(
        new WeirError('request.too-many', `Too many requests: at most ${perMinute} per minute are allowed`),
      ),
  });
  return [limiter];
}
