import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The file that worker threads run. Tests replace it with the gateway's bundle (scripts/test-setup.mjs): one file
 * instead of 450, because loading files is most of the cost of a test's thread.
 */
export const threadEntry = { file: fileURLToPath(new URL('./worker-main.js', import.meta.url)) };

/** Location of the program's modules, as a URL prefix. */
export function programHere(): string {
  return new URL('.', pathToFileURL(threadEntry.file)).href;
}
