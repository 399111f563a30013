#!/usr/bin/env node
// Not the compiled program itself: npm links a command when it installs, and only to a file that is there then.
import { keepCompiled, programFile } from './program.mjs';

keepCompiled();
await import(programFile().href);
