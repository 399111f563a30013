/**
 * Prevents other web sites from using a visitor's browser to write to a graph that listens only locally, or to put load
 * on it. Without authentication, the browser's own statement about the origin of a request is all there is to check.
 */
import type { IncomingMessage } from 'node:http';
import { WeirError } from '@weir/platform';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** API paths that return much data, or block something while they are open. */
const BULK = /^\/api\/.*\/(results|backup|export)$/;

/**
 * Rejects with `request.forbidden`. @param allowedOrigins origins that may send requests, `https://example.org`; `*`
 * allows all.
 */
export function crossSiteGuard(allowedOrigins: readonly string[]): RequestHandler {
  const check = originCheck(allowedOrigins);
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!isHarmless(request)) check(request);
    next();
  };
}

/** Returns a function that throws `request.forbidden` for a request from another site that is not allowed. */
export function originCheck(allowedOrigins: readonly string[]): (request: IncomingMessage) => void {
  const allowed = new Set(allowedOrigins);
  return request => {
    if (allowed.has('*') || isSameSite(request)) return;
    const origin = request.headers.origin ?? 'another site';
    if (allowed.has(origin)) return;
    const message = `Requests from ${origin} are refused; to allow the origin, add it to webserver.allowed-origins`;
    throw new WeirError('request.forbidden', message);
  };
}

/**
 * A page cannot read responses from another site, but it can send requests, and it can read what a WebSocket delivers.
 * A link that a person follows may be on any site, and any site may read the API descriptions.
 */
function isHarmless({ method, path, headers }: Request): boolean {
  if (!READING.has(method) || headers.upgrade !== undefined) return false;
  if (!path.startsWith('/api/') || path.endsWith('/openapi.json') || path.startsWith('/api/v2/schemas/'))
    return true;
  return headers['sec-fetch-mode'] === 'navigate' && !BULK.test(path);
}

/** Clients other than browsers send neither header and count as the same site. */
function isSameSite(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
