/**
 * Where real servers for tests are installed: on first use, in a folder that git ignores. A machine without what a server
 * needs leaves its tests out, and says so; with WEIR_TEST_REQUIRE_SERVICES they fail there.
 */
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../support/project-file.js';
import { isError } from '@weir/model';

const run = promisify(execFile);
const INSTALL_MILLIS = 300_000;

export interface Installed {
  readonly folder: string;
}

/** Why a server can't be had here. */
export interface Missing {
  readonly missing: string;
}

/**
 * @param name of the folder, with the version.
 * @param programs that must be there.
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
    // Not yet.
  }
  try {
    for (const program of programs) await run(program, ['--version'], { timeout: INSTALL_MILLIS });
    await mkdir(dirname(folder), { recursive: true });
    const fresh = await mkdtemp(`${folder}-`);
    for (const [program, ...args] of install(fresh)) await run(program!, args, { timeout: INSTALL_MILLIS });
    // Whoever is first has it.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
    return { folder };
  } catch (error) {
    if (process.env['WEIR_TEST_REQUIRE_SERVICES'] !== undefined) throw error;
    return { missing: isError(error) ? error.message.split('\n')[0]! : String(error) };
  }
}

/** A suite that needs a server: left out, with the reason in its name, where there is none. */
export function describeWith<T extends Installed>(
  server: string,
  found: T | Missing,
  suite: (found: T) => void,
): void {
  if ('missing' in found)
    describe.skip(`${server} (left out: ${found.missing})`, () => test.todo('needs it'));
  else describe(server, () => suite(found));
}
