/** `npm run bench`: see bench/main.ts for what it measures and which settings it takes. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, ROOT } from './prepare.mjs';

prepare({ projects: ['bench', 'apps/gateway'] });
await import(pathToFileURL(join(ROOT, 'bench', 'dist', 'main.js')).href);
