/** Results that a `WriteToFile` output has written so far. */
import { readFile } from 'node:fs/promises';
import type { Result } from './v1-client.js';

/** @returns one result per complete line; text after the last line break may be incomplete. */
export function resultLines(text: string): Result[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Result);
}

/** Like `resultLines` for a file; empty if it does not exist yet. */
export async function resultsInFile(path: string): Promise<Result[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return resultLines(text);
}
