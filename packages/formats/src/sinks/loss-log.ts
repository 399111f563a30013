/** Logs undelivered results, but not each: one line every few seconds, with the number of unlogged ones. */
import type { Clock, Logger } from '@weir/platform';

const QUIET_MILLIS = 10_000;

export class LossLog {
  private unlogged = 0;
  private loggedAt = -Infinity;
  private notedAt = -Infinity;

  constructor(
    private readonly standing: string,
    private readonly output: string,
    private readonly clock: Clock,
    private readonly logger: Logger,
    /** The word for their outcome. */
    private readonly fate = 'lost',
  ) {}

  add(reason: string, count = 1): void {
    this.unlogged += count;
    if (this.clock.now() - this.loggedAt >= QUIET_MILLIS) this.write(`: ${reason}`);
  }

  /** Logs that results wait because of a failure. */
  note(reason: string, waiting: number): void {
    if (this.clock.now() - this.notedAt < QUIET_MILLIS) return;
    this.notedAt = this.clock.now();
    this.logger.log('warn', `${this.subject} is delayed by ${waiting} pending result(s): ${reason}`, {
      standingQuery: this.standing,
      output: this.output,
    });
  }

  /** Logs the remaining count. */
  finish(): void {
    if (this.unlogged > 0) this.write('');
  }

  private get subject(): string {
    return `Output '${this.output}' of standing query '${this.standing}'`;
  }

  private write(detail: string): void {
    this.logger.log('error', `${this.subject}: ${this.unlogged} result(s) ${this.fate}${detail}`, {
      standingQuery: this.standing,
      output: this.output,
      lost: this.unlogged,
    });
    this.unlogged = 0;
    this.loggedAt = this.clock.now();
  }
}
