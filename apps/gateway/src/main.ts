import { productVersion } from './system/product-version.js';

/** As Node says of what waits for something that never comes. */
const NEVER_SETTLED = 13;

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
    // Asked for by scripts, often: answered before anything is loaded.
    process.stderr.write(`Weir version ${productVersion()}\n`);
  } else {
    process.exitCode = NEVER_SETTLED;
    const { run } = await import('./cli/run.js');
    process.exitCode = await run(args);
  }
  // Timers and sockets of whatever did not end by itself must not keep a finished program alive.
  process.exit();
}

void main(process.argv.slice(2));
