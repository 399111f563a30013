/** Runs npm like a user, in a separate folder. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from './project-file.js';

const run = promisify(execFile);
const MEGABYTES = 1 << 20;

/** @returns its output. */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const options = {
    cwd: folder,
    maxBuffer: 64 * MEGABYTES,
    shell: process.platform === 'win32',
    // If npm itself started the test, its settings must not apply to this folder.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry)/i.test(name)),
    ),
  };
  return (await run('npm', args, options)).stdout;
}

/** Returns whether third-party packages are available. Prints a message if not: tests that need them are skipped. */
export async function isRegistryReachable(): Promise<boolean> {
  const registry = (await npm(projectFile(''), 'config', 'get', 'registry')).trim();
  try {
    const answer = await fetch(new URL('zod/4.6.7', registry.replace(/\/*$/, '/')), {
      signal: AbortSignal.timeout(20_000),
    });
    await answer.body?.cancel();
    if (answer.ok) return true;
    process.stderr.write(`${registry} answers ${answer.status}: packages are not installed by this test\n`);
  } catch (error) {
    process.stderr.write(
      `${registry} can't be reached (${String(error)}): packages are not installed by this test\n`,
    );
  }
  return false;
}
