#!/usr/bin/env node
// Not the compiled program itself: npm links a command when it installs, and only to a file that is there then.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { programFile } from './program.mjs';

// Node 22.8 and newer keep compiled code for the next start. It is stored beside the program, not among temporary files,
// since it is executed.
module.enableCompileCache?.(fileURLToPath(new URL('../dist/compiled', import.meta.url)));
await import(programFile().href);
