/** Finds a server that the operating system's package manager has installed. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installed, Missing } from './service-cache.js';

/**
 * Returns the folder of a program. With WEIR_TEST_REQUIRE_SERVICES, rejects if there is none.
 * @param folders searched before the PATH.
 */
export async function installedProgram(
  name: string,
  folders: readonly string[] = [],
): Promise<Installed | Missing> {
  for (const folder of [...folders, ...(process.env['PATH']?.split(':') ?? [])]) {
    try {
      await access(join(folder, name), constants.X_OK);
      return { folder };
    } catch {
      // Not in this folder.
    }
  }
  const missing = `no ${name} is installed`;
  if (process.env['WEIR_TEST_REQUIRE_SERVICES'] !== undefined) throw new Error(missing);
  return { missing };
}
