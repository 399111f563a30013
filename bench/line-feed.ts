/** Lines of a sample stream as chunks, made as they are taken. */
import type { RecordChunk } from '@weir/runtime';

const LINES_PER_CHUNK = 256;

/** @param lines endless or not. */
export function* chunksOf(lines: Iterable<string>): Generator<RecordChunk, void, undefined> {
  let position = 0;
  let some: string[] = [];
  for (const line of lines) {
    some.push(line);
    if (some.length < LINES_PER_CHUNK) continue;
    yield chunkOf(some, position);
    position += some.length;
    some = [];
  }
  if (some.length > 0) yield chunkOf(some, position);
}

function chunkOf(lines: readonly string[], firstPosition: number): RecordChunk {
  const parts = lines.map(line => Buffer.from(line));
  const bounds: number[] = [];
  let at = 0;
  for (const part of parts) {
    bounds.push(at, at + part.length);
    at += part.length + 1;
  }
  const bytes = new Uint8Array(at);
  parts.forEach((part, i) => bytes.set(part, bounds[i * 2]));
  return { bytes, bounds: Uint32Array.from(bounds), firstPosition };
}
