/**
 * Keeps other web sites from using a visitor's browser to write into a graph that only listens locally: without
 * authentication, the browser's own word about where a request comes from is what there is to go by.
 */
import { WeirError } from '@weir/model';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses with `request.forbidden`. @param allowedOrigins origins that may write, `https://example.org`; `*` allows all. */
export function crossSiteGuard(allowedOrigins: readonly string[]): RequestHandler {
  const allowed = new Set(allowedOrigins);
  return (request: Request, _response: Response, next: NextFunction): void => {
    // A page may not read what it gets from elsewhere, but what comes over a WebSocket it may.
    const isReading = READING.has(request.method) && request.headers.upgrade === undefined;
    if (isReading || allowed.has('*') || isSameSite(request)) return next();
    const origin = request.headers.origin ?? 'another site';
    if (allowed.has(origin)) return next();
    const message = `Requests from ${origin} are refused; allow the origin by webserver.allowed-origins`;
    next(new WeirError('request.forbidden', message));
  };
}

/** Programs other than browsers send neither header and count as the same site. */
function isSameSite(request: Request): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
