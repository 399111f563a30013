/**
 * Distribution of durations: counts by range, each range a tenth wider than the one before, so that quantiles are
 * within five percent in a fixed amount of memory. Summaries are plain data and can be merged.
 */
import type { Clock } from './environment.js';

const GROWTH = Math.log(1.1);
/** End of the first range, in milliseconds. */
const LEAST = 0.001;
/** The last range begins at about three hours. */
const RANGES = 245;
/**
 * Upper bounds of the buckets that monitoring systems read, in milliseconds, inclusive. The last bucket has no bound.
 */
export const LATENCY_BOUNDS: readonly number[] = [
  0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000,
];
const TICK_MILLIS = 5_000;
/** Weight of the newest tick in a mean over one minute. */
const ALPHA = 1 - Math.exp(-TICK_MILLIS / 60_000);

export interface TimingSummary {
  readonly count: number;
  /** In milliseconds, like the fields below. */
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  /** Events per second, averaged over about a minute. */
  readonly oneMinuteRate: number;
  /** Counts by range. Plain numbers, because messages between threads carry no typed arrays but bytes. */
  readonly ranges: readonly number[];
  /** Counts by bucket: one for each of `LATENCY_BOUNDS`, and one for longer durations. Not cumulative. */
  readonly buckets: readonly number[];
}

export class Timing {
  private readonly ranges = new Uint32Array(RANGES);
  private readonly buckets = new Uint32Array(LATENCY_BOUNDS.length + 1);
  private count = 0;
  private min = Infinity;
  private max = 0;
  private sum = 0;
  private rate: number | undefined;
  private uncounted = 0;
  private lastTick: number;

  constructor(private readonly clock: Clock) {
    this.lastTick = clock.now();
  }

  /** Start time to pass to `end`. */
  begin(): number {
    return this.clock.precise?.() ?? this.clock.now();
  }

  end(begun: number): void {
    this.add(this.begin() - begun);
  }

  /** @param times how many events took this long. */
  add(millis: number, times = 1): void {
    this.tick();
    const time = Math.max(0, millis);
    this.count += times;
    this.uncounted += times;
    this.sum += time * times;
    if (time < this.min) this.min = time;
    if (time > this.max) this.max = time;
    this.ranges[rangeOf(time)]! += times;
    this.buckets[bucketOf(time)]! += times;
  }

  summary(): TimingSummary {
    this.tick();
    const { count, max, sum, ranges, buckets } = this;
    const min = count === 0 ? 0 : this.min;
    return {
      count,
      min,
      max,
      sum,
      oneMinuteRate: this.rate ?? 0,
      ranges: [...ranges],
      buckets: [...buckets],
    };
  }

  private tick(): void {
    const ticks = Math.floor((this.clock.now() - this.lastTick) / TICK_MILLIS);
    if (ticks <= 0) return;
    const instant = this.uncounted / (TICK_MILLIS / 1000);
    this.rate = this.rate === undefined ? instant : this.rate + ALPHA * (instant - this.rate);
    // The other ticks had no events.
    this.rate *= (1 - ALPHA) ** (ticks - 1);
    this.uncounted = 0;
    this.lastTick += ticks * TICK_MILLIS;
  }
}

export function addedTimings(summaries: readonly TimingSummary[]): TimingSummary {
  const ranges = new Array<number>(RANGES).fill(0);
  const buckets = new Array<number>(LATENCY_BOUNDS.length + 1).fill(0);
  let [count, min, max, sum, oneMinuteRate] = [0, Infinity, 0, 0, 0];
  for (const each of summaries) {
    if (each.count === 0) continue;
    count += each.count;
    sum += each.sum;
    oneMinuteRate += each.oneMinuteRate;
    min = Math.min(min, each.min);
    max = Math.max(max, each.max);
    each.ranges.forEach((amount, range) => (ranges[range]! += amount));
    each.buckets.forEach((amount, bucket) => (buckets[bucket]! += amount));
  }
  return { count, min: count === 0 ? 0 : min, max, sum, oneMinuteRate, ranges, buckets };
}

/**
 * @param part from 0 to 1. @returns the duration that this fraction of the measurements did not exceed; 0 without
 * measurements.
 */
export function quantileOf({ count, min, max, ranges }: TimingSummary, part: number): number {
  let left = Math.ceil(count * part);
  for (let range = 0; range < ranges.length; range++) {
    left -= ranges[range]!;
    if (left <= 0 && ranges[range]! > 0) return Math.min(max, Math.max(min, middleOf(range)));
  }
  return max;
}

function rangeOf(millis: number): number {
  if (millis <= LEAST) return 0;
  return Math.min(RANGES - 1, 1 + Math.floor(Math.log(millis / LEAST) / GROWTH));
}

function bucketOf(millis: number): number {
  let bucket = 0;
  while (bucket < LATENCY_BOUNDS.length && millis > LATENCY_BOUNDS[bucket]!) bucket++;
  return bucket;
}

function middleOf(range: number): number {
  return range === 0 ? LEAST / 2 : LEAST * Math.exp((range - 0.5) * GROWTH);
}
