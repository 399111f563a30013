/** Files of the process cannot grow, as on a full disk. */
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Fault } from './fault.js';

const run = promisify(execFile);
const MOST_KILOBYTES = 256;

function limitFiles(pid: number, bytes: number | 'unlimited'): Promise<unknown> {
  // Only the soft limit, which can be raised again. A process that has ended needs none.
  return run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]).catch(() => undefined);
}

export const FULL_DISK: Fault = {
  name: 'full-disk',
  missing() {
    try {
      execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
      return undefined;
    } catch {
      return 'there is no prlimit here';
    }
  },
  async apply({ gateway }, random) {
    const { pid } = gateway;
    // Either nothing can be written, or files may grow to some size, so that writes fail midway.
    const bytes = random.chance(1 / 2) ? 0 : 1024 * random.below(MOST_KILOBYTES);
    await limitFiles(pid, bytes);
    return {
      what: `files end at ${bytes} bytes`,
      undo: async () => void (await limitFiles(pid, 'unlimited')),
    };
  },
};
