/**
 * A token bucket: a number of records per second, and as many in one burst after an idle period. Records pass in small
 * groups, about a hundred times a second, not one by one.
 */
import { pause, type Clock, type Scheduler } from '@weir/platform';

const GROUPS_PER_SECOND = 100;

export class RateLimit {
  private tokens: number;
  private filledAt: number;
  private readonly group: number;
  private waiting = new AbortController();

  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {
    this.tokens = perSecond;
    this.filledAt = clock.now();
    this.group = Math.max(1, Math.floor(perSecond / GROUPS_PER_SECOND));
  }

  /** Waits until records may pass; returns how many, at least one. */
  async available(): Promise<number> {
    for (;;) {
      this.fill();
      if (this.tokens >= this.group) return Math.floor(this.tokens);
      const millis = Math.ceil(((this.group - this.tokens) / this.perSecond) * 1000);
      await pause(this.scheduler, Math.max(1, millis), this.waiting.signal);
    }
  }

  spend(records: number): void {
    this.tokens -= records;
  }

  /** Ends a pending wait; its result is irrelevant. */
  cancel(): void {
    this.tokens = this.perSecond;
    this.waiting.abort();
    this.waiting = new AbortController();
  }

  private fill(): void {
    const now = this.clock.now();
    const earned = ((now - this.filledAt) / 1000) * this.perSecond;
    this.tokens = Math.min(this.perSecond, this.tokens + Math.max(0, earned));
    this.filledAt = now;
  }
}
