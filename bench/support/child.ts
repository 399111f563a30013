/** Runs one program of `bench` in a separate process. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface ChildOptions {
  /** The program kills itself and returns no measurement. */
  readonly endsItself?: boolean;
  /** Path of another Node binary. */
  readonly binary?: string;
  /** The root of the clone whose program runs. Default: this one. */
  readonly root?: string;
}

/**
 * @param program its path below `bench`, such as `queries/queries`.
 * @returns the measurement, or `undefined` when the program failed; the failure is printed and the other cases
 * continue.
 */
export async function child<T>(
  program: string,
  args: readonly string[],
  { endsItself = false, binary = process.execPath, root }: ChildOptions = {},
): Promise<T | undefined> {
  const folder =
    root === undefined ? new URL('../', import.meta.url) : pathToFileURL(join(root, 'bench/dist/'));
  const path = fileURLToPath(new URL(`${program}.js`, folder));
  const run = spawn(binary, ['--expose-gc', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const piece of run.stdout) output += String(piece);
  const code = run.exitCode ?? (await new Promise<number | null>(resolve => run.once('exit', resolve)));
  const line = output.trim().split('\n').pop();
  if (code === 0 && line) return JSON.parse(line) as T;
  if (!endsItself)
    process.stdout.write(`FAILED: ${program} ${args.slice(1).join(' ')} (exit code ${code})\n`);
  return undefined;
}
