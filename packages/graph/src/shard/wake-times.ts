/** Histogram of the time nodes took to wake, in milliseconds: counts by upper bound. */
const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] as const;

export class WakeTimes {
  private readonly counts = new Array<number>(BOUNDS.length + 1).fill(0);

  add(millis: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && millis > BOUNDS[bucket]!) bucket++;
    this.counts[bucket]!++;
  }

  /** Adds the counts by name: `wake-time.up-to-5-ms`, ..., `wake-time.longer`. */
  addTo(counters: Record<string, number>): void {
    BOUNDS.forEach((bound, i) => (counters[`wake-time.up-to-${bound}-ms`] = this.counts[i]!));
    counters['wake-time.longer'] = this.counts[BOUNDS.length]!;
  }
}
