/** The pages for people: plain files, nothing from elsewhere. */
import { fileURLToPath } from 'node:url';
import { Router } from 'express';

const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));

const FILES: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/docs': 'docs.html',
  '/v1docs': 'docs.html',
  '/v2docs': 'docs.html',
  ...scripts('landing', 'overview', 'feed', 'ask', 'api', 'dom', 'docs'),
  '/assets/style.css': 'style.css',
  '/favicon.ico': 'icon.svg',
  '/assets/icon.svg': 'icon.svg',
};

function scripts(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [`/assets/${name}.js`, `${name}.js`]));
}

export function pages(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  for (const [path, file] of Object.entries(FILES)) {
    router.get(path, (_request, response, next) => {
      response.sendFile(
        file,
        { root: ASSETS, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } },
        error => {
          if (error) next(error);
        },
      );
    });
  }
  return router;
}
