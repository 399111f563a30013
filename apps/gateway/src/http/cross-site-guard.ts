/**
 * Keeps other web sites from using a visitor's browser to write into a graph that only listens locally, or to make it work: without
 * authentication, the browser's own word about where a request comes from is what there is to go by.
 */
import { WeirError } from '@weir/model';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Of the API: these give much, or hold something up as long as they are open. */
const BULK = /^\/api\/.*\/(results|backup|export)$/;

/** Refuses with `request.forbidden`. @param allowedOrigins origins that may ask, `https://example.org`; `*` allows all. */
export function crossSiteGuard(allowedOrigins: readonly string[]): RequestHandler {
  const allowed = new Set(allowedOrigins);
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (isHarmless(request) || allowed.has('*') || isSameSite(request)) return next();
    const origin = request.headers.origin ?? 'another site';
    if (allowed.has(origin)) return next();
    const message = `Requests from ${origin} are refused; to allow the origin, add it to webserver.allowed-origins`;
    next(new WeirError('request.forbidden', message));
  };
}

/**
 * A page may not read what it gets from elsewhere, but it may ask, and what comes over a WebSocket it may read. A link
 * that a person follows may come from anywhere, and so may those who read the descriptions of the API.
 */
function isHarmless({ method, path, headers }: Request): boolean {
  if (!READING.has(method) || headers.upgrade !== undefined) return false;
  if (!path.startsWith('/api/') || path.endsWith('/openapi.json')) return true;
  return headers['sec-fetch-mode'] === 'navigate' && !BULK.test(path);
}

/** Programs other than browsers send neither header and count as the same site. */
function isSameSite(request: Request): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
