/** `npm run bench`: see bench/main.ts for what it measures and which settings it takes. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

await prepare(EVERYTHING);
await import(pathToFileURL(join(ROOT, 'bench', 'dist', 'main.js')).href);
