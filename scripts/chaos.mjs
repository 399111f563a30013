/** `npm run chaos -- --minutes 30 --seed 7`: see test/chaos/main.ts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

await prepare(EVERYTHING);
await import(pathToFileURL(join(ROOT, 'test', 'dist', 'chaos', 'main.js')).href);
