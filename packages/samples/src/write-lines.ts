/** Writes lines to a file or another stream with back-pressure. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

const CHUNK_CHARACTERS = 1 << 16;

/** @returns the number of lines written. @throws the stream's error (`EPIPE`, `ENOSPC`, ...). */
export async function writeLines(lines: Iterable<string>, to: Writable): Promise<number> {
  let count = 0;
  let chunk = '';
  for (const line of lines) {
    chunk += line + '\n';
    count++;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    const full = !to.write(chunk);
    chunk = '';
    if (full) await once(to, 'drain');
  }
  if (chunk !== '') to.write(chunk);
  return count;
}
