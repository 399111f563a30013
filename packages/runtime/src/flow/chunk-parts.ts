/** Parts of record chunks, and the outcome of a chunk from the outcomes of its parts. */
import type { ChunkOutcome, RecordChunk } from '@weir/contract';

export const REASONS_PER_CHUNK = 5;

export function recordsIn(chunk: RecordChunk): number {
  return chunk.bounds.length >>> 1;
}

/** Returns a range of its records; the memory is shared. */
export function partOf(chunk: RecordChunk, from: number, to: number): RecordChunk {
  if (from === 0 && to === recordsIn(chunk)) return chunk;
  const { bytes, bounds, firstPosition, context, readAt } = chunk;
  const start = bounds[2 * from]!;
  return {
    bytes: bytes.subarray(start, bounds[2 * to - 1]),
    bounds: bounds.slice(2 * from, 2 * to).map(bound => bound - start),
    firstPosition: firstPosition + from,
    context,
    readAt,
  };
}

export function wholeOf(parts: readonly ChunkOutcome[], allRejections = false): ChunkOutcome {
  if (parts.length === 1) return parts[0]!;
  const failure = parts.at(-1)?.failure;
  const setAside = parts.flatMap(part => part.setAside ?? []);
  return {
    done: parts.reduce((sum, { done }) => sum + done, 0),
    rejected: parts.reduce((sum, { rejected }) => sum + rejected, 0),
    rejections: parts
      .flatMap(({ rejections }) => rejections)
      .slice(0, allRejections ? Infinity : REASONS_PER_CHUNK),
    ...(failure === undefined ? {} : { failure }),
    ...(setAside.length === 0 ? {} : { setAside }),
  };
}
