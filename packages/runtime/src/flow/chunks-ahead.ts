/** Chunks per worker that are on their way while one is worked on. */
const CHUNKS_AHEAD = 2;

/** Chunks under way that keep so many workers busy. */
export function chunksFor(workers: number): number {
  return workers * (1 + CHUNKS_AHEAD);
}
