/**
 * Pauses between retries. Own code, because libraries for this (p-retry, cockatiel, exponential-backoff) wait with the
 * process's timers, and here the scheduler is injected.
 */
import type { Scheduler } from './environment.js';
import { pause } from './pause.js';

const LONGEST_MILLIS = 30_000;

/** Delays that double, from the first up to a limit. */
export class GrowingDelay {
  private following: number;

  constructor(
    private readonly firstMillis: number,
    private readonly longestMillis = LONGEST_MILLIS,
  ) {
    this.following = firstMillis;
  }

  /** Returns the milliseconds to wait this time. */
  next(): number {
    const millis = Math.min(this.longestMillis, this.following);
    this.following = Math.min(this.longestMillis, 2 * millis);
    return millis;
  }

  /** Begins with the first delay again. */
  restart(): void {
    this.following = this.firstMillis;
  }
}

/**
 * Pauses between retries, each twice as long as the one before. The code that hits the failure retries, not its caller,
 * so that earlier steps of a chain, such as a query, are not repeated.
 */
export class Backoff {
  private readonly delay: GrowingDelay;

  /** @param firstMillis the first pause. @param closing ends all pauses. @param longestMillis default 30 seconds. */
  constructor(
    firstMillis: number,
    private readonly scheduler: Scheduler,
    private readonly closing: AbortSignal,
    longestMillis?: number,
  ) {
    this.delay = new GrowingDelay(firstMillis, longestMillis);
  }

  /**
   * @param leastMillis minimum for this pause, as requested by the other side.
   * @returns `true` when the next retry is due; `false` if `closing` was aborted.
   */
  async pause(leastMillis = 0): Promise<boolean> {
    await pause(this.scheduler, Math.max(this.delay.next(), leastMillis), this.closing);
    return !this.closing.aborted;
  }

  /** The next pause is the first one again. */
  restart(): void {
    this.delay.restart();
  }
}
