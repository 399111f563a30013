import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param path relative to the project's folder; `''` is the folder itself. */
export function projectFile(path: string): string {
  // This file runs as test/dist/support/project-file.js.
  return join(fileURLToPath(new URL('../../..', import.meta.url)), path);
}
