#!/usr/bin/env node
// Not the compiled program itself: npm links a command when it installs, and only to a file that is there then.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { programFile } from './program.mjs';

// Node 22.8 and newer keep compiled code for the next start. Beside the program: whoever can write there decides what runs.
module.enableCompileCache?.(fileURLToPath(new URL('../dist/compiled', import.meta.url)));
await import(programFile().href);
