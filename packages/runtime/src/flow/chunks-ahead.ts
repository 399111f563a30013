/** Chunks per worker that are queued while one is processed. */
const CHUNKS_AHEAD = 2;

/** Number of chunks in flight that keeps this many workers busy. */
export function chunksFor(workers: number): number {
  return workers * (1 + CHUNKS_AHEAD);
}
