/** Lines of a sample stream as chunks, created on demand. */
import type { Lane, RecordChunk } from '@weir/runtime';

const LINES_PER_CHUNK = 256;

/** @param lines may be endless. */
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

/**
 * Runs lines through a lane, with as many concurrent chunks as it prefers, until the lines end or the work is complete;
 * then closes it. Rejects with the first failure.
 */
export async function feed(
  lane: Lane,
  lines: Iterable<string>,
  isOver: () => boolean,
  onDone: (records: number) => void,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (const chunk of chunksOf(lines)) {
    if (isOver()) break;
    const work: Promise<void> = lane.runChunk(chunk).then(outcome => {
      underWay.delete(work);
      if (outcome.failure) throw outcome.failure.error;
      onDone(outcome.done);
    });
    underWay.add(work);
    if (underWay.size >= lane.preferredInFlight) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  await lane.close();
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
