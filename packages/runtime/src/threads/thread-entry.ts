import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The file that worker threads run. Tests put the gateway's bundle in its place (scripts/test-setup.mjs): one file
 * instead of 450, and most of what a thread of a test costs is to load them.
 */
export const threadEntry = { file: fileURLToPath(new URL('./worker-main.js', import.meta.url)) };

/** Where modules of the program lie, as the beginning of their URLs. */
export function programHere(): string {
  return new URL('.', pathToFileURL(threadEntry.file)).href;
}
