/** Makes a directory and those above it, for nobody but their owner. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * As `mkdir` of node:fs with `recursive`, which tries for ever where the system refuses a directory as missing although
 * the one above it is there (in /proc, or in a working directory that was removed). This one rejects.
 */
export async function makeDirectory(path: string): Promise<void> {
  if ((await made(path)) === undefined) return;
  const parent = dirname(path);
  // Somebody else may have made it in between.
  if (!(await isThere(parent))) await makeDirectory(parent);
  const still = await made(path);
  if (still !== undefined) throw still;
}

/** @returns the error that says that something above is missing; `undefined` when the path is there now. */
async function made(path: string): Promise<Error | undefined> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return error as Error;
    if (code !== 'EEXIST') throw error;
  }
  return undefined;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
