/** Detects files that an output must not write, because lines of results would spoil their contents. */
import { open, stat } from 'node:fs/promises';
import { isObjectLine, isRecordLine } from './object-line.js';

/** Bytes read from the beginning of a file; its first line may be longer. */
const LOOKED_AT_BYTES = 64 * 1024;

/**
 * Returns whether a file has contents other than lines of JSON objects, as outputs write them. False for a missing or
 * empty file, and for anything that is not a regular file (a pipe, a device).
 * @param isOwnLine accepts other lines if the output does not write objects.
 */
export async function isForeign(path: string, isOwnLine = isObjectLine): Promise<boolean> {
  const stats = await stat(path);
  if (!stats.isFile() || stats.size === 0) return false;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT_BYTES), 0, LOOKED_AT_BYTES, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    const end = text.indexOf('\n');
    // A line truncated by a crash, or a long one.
    return end < 0 ? !isBeginning(text, isOwnLine) : !isOwnLine(text.slice(0, end));
  } finally {
    await file.close();
  }
}

/** For a truncated or unfinished line: complete lines end with a line break. */
function isBeginning(text: string, isOwnLine: (line: string) => boolean): boolean {
  if (isOwnLine === isRecordLine) return /^(\{("|$)|"[A-Za-z0-9+/=]*"?$|-?\d*$)/.test(text);
  return /^\{("|$)/.test(text) && !isObjectLine(text);
}
