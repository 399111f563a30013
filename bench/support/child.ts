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
  /** Variables in addition to those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * @param program its path below `bench`, such as `queries/queries`.
 * @returns the measurement, or `undefined` when the program failed; the failure is printed and the other cases
 * continue.
 */
export function child<T>(
  program: string,
  args: readonly string[],
  { endsItself = false, binary = process.execPath, root, variables = {} }: ChildOptions = {},
): Promise<T | undefined> {
  const folder =
    root === undefined ? new URL('../', import.meta.url) : pathToFileURL(join(root, 'bench/dist/'));
  const path = fileURLToPath(new URL(`${program}.js`, folder));
  const failure = endsItself ? undefined : `${program} ${args.slice(1).join(' ')}`;
  return lastLine(binary, ['--expose-gc', path, ...args], { failure, variables });
}

/** Like `child`, for a program that is not of Node. @param path of its binary. */
export function nativeChild<T>(path: string, args: readonly string[]): Promise<T | undefined> {
  return lastLine(path, args, { failure: `${path} ${args.slice(1).join(' ')}`, variables: {} });
}

interface RunOptions {
  /** Printed when the program fails; `undefined` prints nothing. */
  readonly failure: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
}

async function lastLine<T>(
  binary: string,
  args: readonly string[],
  { failure, variables }: RunOptions,
): Promise<T | undefined> {
  const run = spawn(binary, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...variables },
  });
  let output = '';
  for await (const piece of run.stdout) output += String(piece);
  const code = run.exitCode ?? (await new Promise<number | null>(resolve => run.once('exit', resolve)));
  const line = output.trim().split('\n').pop();
  if (code === 0 && line) return JSON.parse(line) as T;
  if (failure !== undefined) process.stdout.write(`FAILED: ${failure} (exit code ${code})\n`);
  return undefined;
}
