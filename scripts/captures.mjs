/** `npm run captures -- DIR`: replays recorded exchanges; see test/captures/main.ts for its options. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, ROOT } from './prepare.mjs';

prepare({ projects: ['test'] });
await import(pathToFileURL(join(ROOT, 'test', 'dist', 'captures', 'main.js')).href);
