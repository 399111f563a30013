import type { Scheduler } from './environment.js';
import { pause } from './pause.js';

const LONGEST_MILLIS = 30_000;

/**
 * The pauses between tries: each twice as long as the one before, up to thirty seconds. Whoever meets the trouble tries
 * again, not whoever called: what came before in a chain, a query for instance, is not done twice.
 */
export class Backoff {
  /** @param millis the first pause. @param closing ends all of them. */
  constructor(
    private millis: number,
    private readonly scheduler: Scheduler,
    private readonly closing: AbortSignal,
  ) {}

  /**
   * @param leastMillis this time, since the other side asked for it.
   * @returns when the next try is due; `false`: there is none, since all is being closed.
   */
  async pause(leastMillis = 0): Promise<boolean> {
    const { millis } = this;
    this.millis = Math.min(2 * millis, LONGEST_MILLIS);
    await pause(this.scheduler, Math.max(millis, leastMillis), this.closing);
    return !this.closing.aborted;
  }
}
