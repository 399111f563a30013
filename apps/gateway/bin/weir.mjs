#!/usr/bin/env node
// A wrapper, not the compiled program: npm links a command on install only if its file exists at that time.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { programFile } from './program.mjs';

// Node 22.8 and newer cache compiled code for the next start. The cache is stored beside the program, not among
// temporary files, because it is executed. Threads find it through the environment.
const compiled = fileURLToPath(new URL('../dist/compiled', import.meta.url));
module.enableCompileCache?.(compiled);
process.env.NODE_COMPILE_CACHE ??= compiled;
await import(programFile().href);
