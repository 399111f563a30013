#!/usr/bin/env node
import { run } from './cli/run.js';

process.exitCode = await run(process.argv.slice(2));
// Timers and sockets of whatever did not end by itself must not keep a finished program alive.
process.exit();
