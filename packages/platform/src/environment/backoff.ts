import type { Scheduler } from './environment.js';
import { pause } from './pause.js';

const LONGEST_MILLIS = 30_000;

/**
 * Pauses between retries: each twice as long as the one before, up to thirty seconds. The code that hits the failure
 * retries, not its caller, so that earlier steps of a chain, such as a query, are not repeated.
 */
export class Backoff {
  /** @param millis the first pause. @param closing ends all pauses. */
  constructor(
    private millis: number,
    private readonly scheduler: Scheduler,
    private readonly closing: AbortSignal,
  ) {}

  /**
   * @param leastMillis minimum for this pause, as requested by the other side.
   * @returns `true` when the next retry is due; `false` if `closing` was aborted.
   */
  async pause(leastMillis = 0): Promise<boolean> {
    const { millis } = this;
    this.millis = Math.min(2 * millis, LONGEST_MILLIS);
    await pause(this.scheduler, Math.max(millis, leastMillis), this.closing);
    return !this.closing.aborted;
  }
}
