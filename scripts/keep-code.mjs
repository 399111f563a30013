/**
 * Starts the program once, so that what V8 compiles of it is there for all that start it later. In an image there is no
 * other chance: whoever runs it may not write beside the program.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The loader writes a second after it has loaded the first file. */
const WRITTEN_AFTER_MILLIS = 2_000;

const LONGEST_MILLIS = 60_000;

const program = fileURLToPath(new URL('../apps/gateway/bin/weir.mjs', import.meta.url));
const weir = spawn(process.execPath, [program, '--port', '0', '--store', 'memory'], {
  stdio: ['ignore', 'ignore', 'pipe'],
  signal: AbortSignal.timeout(LONGEST_MILLIS),
});
const ended = once(weir, 'exit');
for await (const line of createInterface({ input: weir.stderr })) {
  if (line.includes('available at')) {
    await sleep(WRITTEN_AFTER_MILLIS);
    weir.kill();
    break;
  }
  process.stderr.write(`${line}\n`);
}
weir.stderr.resume();
const [code] = await ended;
process.exitCode = code ?? 1;
