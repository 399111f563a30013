/** Results as frames, for clients that never block the query. */
import { liveResultText } from './live-result.js';
import { SharedBytes } from './shared-bytes.js';
import type { StandingQueries } from './standing-queries.js';

const frames = new SharedBytes(liveResultText);

/**
 * @returns a function that starts the watch and returns a function that ends it. Starting throws `standing.not-found`.
 */
export function watchResults(standing: StandingQueries, name: string) {
  return (send: (frame: Uint8Array) => void, onEnd: () => void): (() => void) =>
    standing.subscribe(
      name,
      results => {
        for (const result of results) send(frames.of(result));
        return Promise.resolve();
      },
      onEnd,
    );
}
