/** `npm run soak -- --minutes 30 --awake 20000`: see bench/soak.ts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

await prepare(EVERYTHING);
await import(pathToFileURL(join(ROOT, 'bench', 'dist', 'soak.js')).href);
