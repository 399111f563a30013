/**
 * The web pages, as `apps/explorer` builds them: a shell that browsers revalidate each time, and files with a content
 * hash in their names, which are immutable and were compressed by the build. Addresses in the shell are relative, so
 * that a proxy can add a path prefix.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import compressedStatic from 'express-static-gzip';

const PLACE = fileURLToPath(new URL('../web/', import.meta.url));
const SHELL = 'index.html';
const ROUTES = [
  '/',
  '/home',
  '/dashboard',
  '/explorer',
  '/explorer-settings',
  '/streams',
  '/recipes',
  '/cluster',
  '/docs',
  '/v1docs',
  '/v2docs',
];

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Weir</title></head>
  <body>
    <h1>Weir is running</h1>
    <p>The pages were not built; run <code>npm run build</code>. The API works without them.</p>
    <p>It is described at <a href="openapi.json">openapi.json</a>.</p>
  </body>
</html>
`;

const NOWHERE = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Weir</title></head>
  <body>
    <h1>This page does not exist</h1>
    <p><a href="ROOT">Open the explorer</a></p>
  </body>
</html>
`;

/**
 * For addresses that nothing else serves, if the client is a browser. The shell is served with its navigation where its
 * relative addresses are correct, otherwise a plain page with a link.
 */
export function missingPage(folder = folderOfPages): RequestHandler {
  return (request, response, next) => {
    const root = folder();
    const isPage = request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '');
    if (root === undefined || !isPage) return next();
    response.status(404).setHeader('Cache-Control', 'no-cache');
    response.vary('Accept');
    const depth = request.path.split('/').length - 2;
    if (depth === 0) sendFrom(root, SHELL, response, next);
    else response.type('html').send(NOWHERE.replace('ROOT', '../'.repeat(depth)));
  };
}

/** @param folder of the built pages; default: beside the program. Checked at each request. */
export function pages(folder = folderOfPages): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const shell = (_request: Request, response: Response, next: NextFunction): void => {
    const root = folder();
    response.setHeader('Cache-Control', 'no-cache');
    if (root === undefined) response.status(200).type('html').send(NOT_BUILT);
    else sendFrom(root, SHELL, response, next);
  };
  router.get(ROUTES, shell);
  // Prometheus requests the same address, but never HTML.
  router.get('/metrics', (request, response, next) => {
    response.vary('Accept');
    if (/\btext\/html\b/.test(request.headers.accept ?? '')) shell(request, response, next);
    else next();
  });
  router.get(['/icon.svg', '/favicon.ico'], (_request, response, next) => {
    const root = folder();
    if (root === undefined) return next();
    response.setHeader('Cache-Control', 'no-cache');
    sendFrom(root, 'icon.svg', response, next);
  });
  const root = folder();
  if (root !== undefined) router.use('/assets', assets(`${root}assets`), asTheyAre);
  return router;
}

/** Each form of a file has its own ETag. */
function assets(folder: string): RequestHandler {
  return compressedStatic(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: { redirect: false, immutable: true, maxAge: '365d' },
  });
}

/** For a file that existed at startup and was removed since: the response sent instead is not compressed. */
function asTheyAre(_request: Request, response: Response, next: NextFunction): void {
  response.removeHeader('Content-Encoding');
  next();
}

function folderOfPages(): string | undefined {
  return existsSync(`${PLACE}${SHELL}`) ? PLACE : undefined;
}

function sendFrom(root: string, file: string, response: Response, next: NextFunction): void {
  response.sendFile(file, { root, cacheControl: false }, error => {
    if (error) next(error);
  });
}
