/** Repairs the end of a file of JSON lines that a crash may have truncated. */
import { open, type FileHandle } from 'node:fs/promises';
import { isObjectLine } from './object-line.js';

const PIECE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/**
 * Makes the file end with a whole line: removes a partial object at its end, and appends a line break to anything else
 * that lacks one. Ignores a missing file, and anything that is not a regular file.
 */
export async function mendLastLine(path: string): Promise<void> {
  const file = await openExisting(path);
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    const start = await startOfLastLine(file, size);
    if (start === size) return;
    const line = Buffer.alloc(size - start);
    await file.read(line, 0, line.length, start);
    if (isTorn(line.toString())) await file.truncate(start);
    else await file.write('\n', size);
  } finally {
    await file.close();
  }
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r+');
  } catch (error) {
    // A file that cannot be both read and written cannot be repaired.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'ESPIPE') return undefined;
    throw error;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

/** `size` if the file ends with a line break. */
async function startOfLastLine(file: FileHandle, size: number): Promise<number> {
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, end - start, start);
    const at = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

function isTorn(line: string): boolean {
  return line.startsWith('{') && !isObjectLine(line);
}
