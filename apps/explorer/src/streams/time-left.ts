/** How long something that grows towards an end will take, from what it was lately. */

/** Older samples say nothing of the pace now. */
const WINDOW_MILLIS = 60_000;
/** A shorter time tells no pace. */
const LEAST_MILLIS = 1_500;

export interface Sample {
  /** Milliseconds. */
  readonly at: number;
  readonly done: number;
}

/** @param samples oldest first, @returns those that count, with `sample`. One that fell was begun again. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.done < last.done) return [sample];
  return [...samples.filter(({ at }) => at > sample.at - WINDOW_MILLIS), sample];
}

/** @returns milliseconds; `undefined` while nothing moves or too little is known. */
export function timeLeft(samples: readonly Sample[], total: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < LEAST_MILLIS) return undefined;
  const perMilli = (last.done - first.done) / (last.at - first.at);
  return perMilli > 0 ? Math.max(0, total - last.done) / perMilli : undefined;
}
