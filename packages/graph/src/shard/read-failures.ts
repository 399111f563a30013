/**
 * Tells of nodes that can't be read, not of each try: thousands may wait for a store that is away, and one that is damaged
 * may be tried for days beside others that are read well.
 */
import type { Environment } from '@weir/model';

const QUIET_MILLIS = 60_000;

export class ReadFailures {
  /** Whose last read failed. */
  private readonly failing = new Set<object>();
  private untold = 0;
  private toldAt = -Infinity;
  /** Of the present trouble. */
  private isTold = false;

  constructor(
    private readonly shard: number,
    private readonly environment: Pick<Environment, 'clock' | 'logger'>,
  ) {}

  failed(node: object, error: unknown): void {
    const { clock, logger } = this.environment;
    this.failing.add(node);
    this.untold++;
    if (clock.now() - this.toldAt < QUIET_MILLIS) return;
    logger.log('error', 'nodes could not be read from the store; trying again', {
      shard: this.shard,
      nodes: this.failing.size,
      failedReads: this.untold,
      error: String(error),
    });
    this.untold = 0;
    this.toldAt = clock.now();
    this.isTold = true;
  }

  succeeded(node: object): void {
    if (this.failing.size === 0 || !this.failing.delete(node) || this.failing.size > 0 || !this.isTold)
      return;
    this.isTold = false;
    this.environment.logger.log('info', 'all nodes can be read from the store again', { shard: this.shard });
  }
}
