#!/usr/bin/env node
// Not the compiled program itself: npm links a command when it installs, and only to a file that is there then.
import { programFile } from './program.mjs';

await import(programFile().href);
