/** Logs skipped records, but not every one: a few lines a minute, with the number of unlogged ones. */
import type { Clock, Logger } from '@weir/platform';
import type { ChunkOutcome } from '@weir/contract';

const QUIET_MILLIS = 10_000;

export class RejectionLog {
  private total = 0;
  private unlogged = 0;
  private loggedAt = -Infinity;

  constructor(
    private readonly stream: string,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  add({ rejected, rejections }: ChunkOutcome): void {
    this.total += rejected;
    this.unlogged += rejected;
    if (this.clock.now() - this.loggedAt < QUIET_MILLIS) return;
    const example = rejections[0];
    const at = example === undefined ? '' : `, record ${example.position}: ${example.reason}`;
    this.write(at);
  }

  /** Logs pending records. */
  finish(): void {
    if (this.unlogged > 0) this.write('');
  }

  private write(detail: string): void {
    this.logger.log(
      'warn',
      `Ingest stream '${this.stream}' skipped ${this.unlogged} bad record(s)${detail}`,
      {
        stream: this.stream,
        skipped: this.unlogged,
        skippedInAll: this.total,
      },
    );
    this.unlogged = 0;
    this.loggedAt = this.clock.now();
  }
}
