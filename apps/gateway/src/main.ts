import { productVersion } from './system/product-version.js';

/** Node's exit code for a top-level await that never settles. */
const NEVER_SETTLED = 13;

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 1 && ['--version', '-v', 'version'].includes(args[0]!)) {
    // Scripts request this often, so it is answered before anything is loaded.
    process.stderr.write(`Weir version ${productVersion()}\n`);
  } else {
    process.exitCode = NEVER_SETTLED;
    const { run } = await import('./cli/run.js');
    process.exitCode = await run(args);
  }
  // Remaining timers and sockets must not keep a finished program alive.
  process.exit();
}

void main(process.argv.slice(2));
