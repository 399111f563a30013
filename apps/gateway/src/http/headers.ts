/** Headers of every answer: what browsers may make of it, and which pages of other origins may ask. */
import cors from 'cors';
import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** Nothing is loaded from elsewhere, and nothing of a text becomes a script or a style. */
const SOURCES = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'"],
  workerSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
};

/** @param isSecure TLS is served: browsers are to insist on it. */
export function securityHeaders(isSecure: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: SOURCES },
    strictTransportSecurity: isSecure,
  });
}

const SHOWN = ['Weir-Error-Code', 'Retry-After', 'Warning', 'X-Request-Id'];
const PREFLIGHT_SECONDS = 600;

/** Pages of these origins may read answers; `*` is all. None: no page of another origin may. */
export function crossOrigin(allowedOrigins: readonly string[]): readonly RequestHandler[] {
  if (allowedOrigins.length === 0) return [];
  const origin = allowedOrigins.includes('*') ? '*' : [...allowedOrigins];
  return [cors({ origin, exposedHeaders: SHOWN, maxAge: PREFLIGHT_SECONDS })];
}
