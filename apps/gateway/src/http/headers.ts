/** Headers of every response. They restrict its use by browsers, and the origins that may send requests. */
import cors from 'cors';
import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** Loads no resources from other hosts, and never executes text as a script or style. */
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

/** @param isSecure whether TLS is served: browsers must then insist on it. */
export function securityHeaders(isSecure: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: SOURCES },
    strictTransportSecurity: isSecure,
  });
}

const SHOWN = ['Weir-Error-Code', 'Retry-After', 'Warning', 'X-Request-Id'];
const PREFLIGHT_SECONDS = 600;

/** Lets pages of these origins read responses; `*` allows all. An empty list: no other origin may. */
export function crossOrigin(allowedOrigins: readonly string[]): readonly RequestHandler[] {
  if (allowedOrigins.length === 0) return [];
  const origin = allowedOrigins.includes('*') ? '*' : [...allowedOrigins];
  return [cors({ origin, exposedHeaders: SHOWN, maxAge: PREFLIGHT_SECONDS })];
}
