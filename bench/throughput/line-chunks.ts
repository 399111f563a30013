/** A file in chunks of whole lines, each with the positions of its lines. */
import { open } from 'node:fs/promises';
import type { RecordChunk } from '@weir/runtime';

const CHUNK_BYTES = 1 << 16;
const LF = 10;

/** @throws Error when a line is longer than a chunk. */
export async function* lineChunks(path: string): AsyncGenerator<RecordChunk, void, undefined> {
  const file = await open(path);
  try {
    let position = 0;
    let rest = new Uint8Array(0);
    for (;;) {
      const bytes = new Uint8Array(CHUNK_BYTES);
      bytes.set(rest);
      const { bytesRead } = await file.read(bytes, rest.length, CHUNK_BYTES - rest.length);
      if (bytesRead === 0) return;
      const filled = rest.length + bytesRead;
      const bounds: number[] = [];
      let start = 0;
      for (let end = bytes.indexOf(LF, start); end !== -1 && end < filled; end = bytes.indexOf(LF, start)) {
        bounds.push(start, end);
        start = end + 1;
      }
      if (bounds.length === 0) throw new Error(`a line of ${path} is longer than ${CHUNK_BYTES} bytes`);
      rest = bytes.slice(start, filled);
      yield { bytes, bounds: Uint32Array.from(bounds), firstPosition: position };
      position += bounds.length / 2;
    }
  } finally {
    await file.close();
  }
}
