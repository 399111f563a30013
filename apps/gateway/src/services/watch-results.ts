/** Results as texts, for clients that nothing waits for. */
import { liveResultText } from './live-result.js';
import type { StandingQueries } from './standing-queries.js';

/** @returns what starts it, from which comes what ends it. It throws `standing.not-found`. */
export function watchResults(standing: StandingQueries, name: string) {
  return (send: (text: string) => void, onEnd: () => void): (() => void) =>
    standing.subscribe(
      name,
      results => {
        for (const result of results) send(liveResultText(result));
        return Promise.resolve();
      },
      onEnd,
    );
}
