/** Tells of lost results, not of each: one line every few seconds, with the count of the silent ones. */
import type { Clock, Logger } from '@weir/model';

const QUIET_MILLIS = 10_000;

export class LossLog {
  private unlogged = 0;
  private loggedAt = -Infinity;

  constructor(
    private readonly output: string,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  add(reason: string, count = 1): void {
    this.unlogged += count;
    if (this.clock.now() - this.loggedAt >= QUIET_MILLIS) this.write(`: ${reason}`);
  }

  /** Tells of what was not told yet. */
  finish(): void {
    if (this.unlogged > 0) this.write('');
  }

  private write(detail: string): void {
    this.logger.log('error', `Output '${this.output}' lost ${this.unlogged} result(s)${detail}`, {
      output: this.output,
      lost: this.unlogged,
    });
    this.unlogged = 0;
    this.loggedAt = this.clock.now();
  }
}
