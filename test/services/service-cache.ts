/**
 * Installs real servers for tests, on first use, in a folder that git ignores. On a machine without a server's
 * requirements its tests are skipped with a message; with WEIR_TEST_REQUIRE_SERVICES they fail.
 */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';
import { isError } from '@weir/platform';

const run = promisify(execFile);
const INSTALL_MILLIS = 300_000;

export interface Installed {
  readonly folder: string;
}

/** Reason why a server is not available here. */
export interface Missing {
  readonly missing: string;
}

/**
 * @param name of the folder, including the version.
 * @param programs that must be installed.
 * @param install commands that fill a folder, each a program and its arguments.
 */
export async function installed(
  name: string,
  programs: readonly string[],
  install: (folder: string) => readonly (readonly string[])[],
): Promise<Installed | Missing> {
  const folder = projectFile(join('.cache', 'services', name));
  try {
    await access(folder);
    return { folder };
  } catch {
    // Not installed yet.
  }
  try {
    for (const program of programs) await run(program, ['--version'], { timeout: INSTALL_MILLIS });
    await mkdir(dirname(folder), { recursive: true });
    const fresh = await mkdtemp(`${folder}-`);
    for (const [program, ...args] of install(fresh)) await run(program!, args, { timeout: INSTALL_MILLIS });
    // The first of several concurrent installations wins.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
    return { folder };
  } catch (error) {
    if (process.env['WEIR_TEST_REQUIRE_SERVICES'] !== undefined) throw error;
    return { missing: isError(error) ? error.message.split('\n')[0]! : String(error) };
  }
}

/** Defines a suite that needs a server: skipped, with the reason in its name, if there is none. */
export function describeWith<T extends Installed>(
  server: string,
  found: T | Missing,
  suite: (found: T) => void,
): void {
  if ('missing' in found) describe.skip(`${server} (skipped: ${found.missing})`, () => test.todo('needs it'));
  else describe(server, () => suite(found));
}
