/** Creates a directory and its missing parents, accessible only to the owner. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Like `mkdir` of node:fs with `recursive`, which retries forever if the system reports a directory as missing although
 * its parent exists (in /proc, or in a removed working directory). This function rejects instead.
 */
export async function makeDirectory(path: string): Promise<void> {
  if ((await made(path)) === undefined) return;
  const parent = dirname(path);
  // Another process may have created it meanwhile.
  if (!(await isThere(parent))) await makeDirectory(parent);
  const still = await made(path);
  if (still !== undefined) throw still;
}

/** @returns the error that a parent is missing; `undefined` if the path exists now. */
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
