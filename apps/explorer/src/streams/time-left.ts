/** Estimates the remaining time of a finite process from its recent rate. */

/** Older samples do not reflect the current rate. */
const WINDOW_MILLIS = 60_000;
/** A shorter time is too short for a rate. */
const LEAST_MILLIS = 1_500;

export interface Sample {
  /** Milliseconds. */
  readonly at: number;
  readonly done: number;
}

/**
 * @param samples oldest first. @returns the relevant samples, including `sample`. If the value fell, the process was
 * restarted.
 */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.done < last.done) return [sample];
  return [...samples.filter(({ at }) => at > sample.at - WINDOW_MILLIS), sample];
}

/** @returns milliseconds; `undefined` without progress or with too few samples. */
export function timeLeft(samples: readonly Sample[], total: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < LEAST_MILLIS) return undefined;
  const perMilli = (last.done - first.done) / (last.at - first.at);
  return perMilli > 0 ? Math.max(0, total - last.done) / perMilli : undefined;
}
