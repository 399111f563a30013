/** `npm run chaos -- --minutes 30 --seed 7`: see test/chaos/main.ts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, ROOT } from './prepare.mjs';

prepare({ projects: ['test', 'apps/gateway'] });
await import(pathToFileURL(join(ROOT, 'test', 'dist', 'chaos', 'main.js')).href);
