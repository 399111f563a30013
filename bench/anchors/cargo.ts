/** Builds the Rust programs of this folder. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The compiled form of this file is in `bench/dist/anchors`. */
const FOLDER = fileURLToPath(new URL('../../anchors/', import.meta.url));

export async function hasCargo(): Promise<boolean> {
  return (await exitCode(['--version'], 'ignore')) === 0;
}

/**
 * Builds a program with the exact versions of its `Cargo.lock`; the output of cargo goes to standard error.
 *
 * @returns the path of its binary, or `undefined` when the build failed, which is printed.
 */
export async function buildAnchor(name: string): Promise<string | undefined> {
  process.stdout.write(`Building bench/anchors/${name} with cargo; the first time takes minutes.\n`);
  const manifest = join(FOLDER, name, 'Cargo.toml');
  const target = join(FOLDER, name, 'target');
  const code = await exitCode(
    ['build', '--release', '--locked', '--quiet', '--manifest-path', manifest, '--target-dir', target],
    ['ignore', 'ignore', 'inherit'],
  );
  if (code === 0) return join(target, 'release', `weir-anchor-${name}`);
  process.stdout.write(`FAILED: building bench/anchors/${name} (exit code ${code}); it is skipped.\n`);
  return undefined;
}

/** @returns `undefined` when there is no cargo. */
async function exitCode(
  args: readonly string[],
  stdio: 'ignore' | ['ignore', 'ignore', 'inherit'],
): Promise<number | undefined> {
  const run = spawn('cargo', args, { stdio });
  return new Promise(resolve => {
    run.once('error', () => resolve(undefined));
    run.once('exit', code => resolve(code ?? undefined));
  });
}
