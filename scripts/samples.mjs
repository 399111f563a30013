/** `npm run samples -- processes --records 1000 --out events.jsonl`: the sample streams; `--help` lists the options. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, PROGRAM, ROOT } from './build/prepare.mjs';

await prepare(PROGRAM);
await import(pathToFileURL(join(ROOT, 'packages', 'samples', 'dist', 'cli.js')).href);
