/** `npm run load -- --seconds 60`: see bench/load.ts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, ROOT } from './prepare.mjs';

prepare({ projects: ['bench', 'apps/gateway'] });
await import(pathToFileURL(join(ROOT, 'bench', 'dist', 'load.js')).href);
