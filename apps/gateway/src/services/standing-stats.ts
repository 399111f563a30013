/** Statistics of a standing query in the form that version 1 and the enveloped version 2 share. */
import type { RegisteredStanding } from './standing-queries.js';

/** @returns what stands under `stats`: one member, `local`; times as ISO 8601 text, durations in milliseconds. */
export function localStats({
  rates,
  startTime,
  totalRuntime,
  bufferSize,
  expressionFailures,
}: RegisteredStanding['stats']): object {
  return {
    local: {
      rates,
      startTime: new Date(startTime).toISOString(),
      totalRuntime,
      bufferSize,
      expressionFailures,
      // Hashes of results are not kept: each result has an id of its own.
      outputHashCode: '0',
    },
  };
}
