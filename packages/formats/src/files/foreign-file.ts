/** Files that are not an output's to write: whatever is in them would be spoilt by lines of results. */
import { open, stat } from 'node:fs/promises';
import { isObjectLine, isRecordLine } from './object-line.js';

/** Of a file's beginning; a first line may be longer. */
const LOOKED_AT_BYTES = 64 * 1024;

/**
 * Whether a file is there and holds something else than lines of JSON objects, as outputs write them. What is empty, or
 * no file (a pipe, a device), is none.
 * @param isOwnLine where other lines than objects are written.
 */
export async function isForeign(path: string, isOwnLine = isObjectLine): Promise<boolean> {
  const stats = await stat(path);
  if (!stats.isFile() || stats.size === 0) return false;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT_BYTES), 0, LOOKED_AT_BYTES, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    const end = text.indexOf('\n');
    // A line that a crash cut off, or a long one.
    return end < 0 ? !isBeginning(text, isOwnLine) : !isOwnLine(text.slice(0, end));
  } finally {
    await file.close();
  }
}

/** Of a line that was cut off or goes on: whole ones end with a line break. */
function isBeginning(text: string, isOwnLine: (line: string) => boolean): boolean {
  if (isOwnLine === isRecordLine) return /^(\{("|$)|"[A-Za-z0-9+/=]*"?$|-?\d*$)/.test(text);
  return /^\{("|$)/.test(text) && !isObjectLine(text);
}
