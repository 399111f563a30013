/** `npm run captures -- DIR`: replays recorded exchanges; see test/captures/main.ts for its options. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

await prepare(EVERYTHING);
await import(pathToFileURL(join(ROOT, 'test', 'dist', 'captures', 'main.js')).href);
