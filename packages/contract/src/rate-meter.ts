/**
 * Event rates as the reference's meters compute them: exponentially weighted averages over one, five and
 * fifteen minutes, updated in ticks of five seconds, and the mean since the start.
 */
import type { Clock } from '@weir/platform';

/** Events, and events per second. */
export interface RateSummary {
  readonly count: number;
  readonly oneMinute: number;
  readonly fiveMinute: number;
  readonly fifteenMinute: number;
  readonly overall: number;
}

const TICK_MILLIS = 5_000;

class MovingAverage {
  private rate: number | undefined;
  private readonly alpha: number;

  constructor(minutes: number) {
    this.alpha = 1 - Math.exp(-TICK_MILLIS / 60_000 / minutes);
  }

  tick(countInTick: number): void {
    const instant = countInTick / (TICK_MILLIS / 1000);
    this.rate = this.rate === undefined ? instant : this.rate + this.alpha * (instant - this.rate);
  }

  /** Events per second. Before the first tick, returns the mean so far. */
  perSecond(meanSoFar: number): number {
    return this.rate ?? meanSoFar;
  }
}

export class RateMeter {
  private readonly averages = [new MovingAverage(1), new MovingAverage(5), new MovingAverage(15)] as const;
  private readonly startMillis: number;
  private lastTickMillis: number;
  private count = 0;
  private uncounted = 0;
  private stoppedAtMillis: number | undefined;

  constructor(private readonly clock: Clock) {
    this.startMillis = clock.now();
    this.lastTickMillis = this.startMillis;
  }

  mark(events: number): void {
    this.catchUp();
    this.count += events;
    this.uncounted += events;
  }

  /** Freezes counts and rates. */
  stop(): void {
    this.catchUp();
    this.stoppedAtMillis ??= this.clock.now();
  }

  summary(): RateSummary {
    this.catchUp();
    const seconds = ((this.stoppedAtMillis ?? this.clock.now()) - this.startMillis) / 1000;
    const overall = seconds > 0 ? this.count / seconds : 0;
    const [one, five, fifteen] = this.averages;
    return {
      count: this.count,
      oneMinute: one.perSecond(overall),
      fiveMinute: five.perSecond(overall),
      fifteenMinute: fifteen.perSecond(overall),
      overall,
    };
  }

  private catchUp(): void {
    if (this.stoppedAtMillis !== undefined) return;
    const now = this.clock.now();
    while (now - this.lastTickMillis >= TICK_MILLIS) {
      for (const average of this.averages) average.tick(this.uncounted);
      this.uncounted = 0;
      this.lastTickMillis += TICK_MILLIS;
    }
  }
}
