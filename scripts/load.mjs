/** `npm run load -- --seconds 60`: see bench/load.ts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

await prepare(EVERYTHING);
await import(pathToFileURL(join(ROOT, 'bench', 'dist', 'load.js')).href);
