/** For each suite, makes worker threads load the gateway's bundle, if it is up to date, instead of some 450 modules. */
import { fileURLToPath } from 'node:url';
import { programFile } from '../apps/gateway/bin/program.mjs';
import { threadEntry } from '../packages/runtime/dist/threads/thread-entry.js';

const program = programFile();
if (program.href.endsWith('/bundle/main.js'))
  threadEntry.file = fileURLToPath(new URL('worker-main.js', program));
