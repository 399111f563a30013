/** `npm run tck -- DIR`: openCypher's conformance kit; see test/tck/main.ts for its options. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, prepare, ROOT } from './build/prepare.mjs';

await prepare(EVERYTHING);
await import(pathToFileURL(join(ROOT, 'test', 'dist', 'tck', 'main.js')).href);
