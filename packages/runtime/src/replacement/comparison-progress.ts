/** Logs the progress of a long comparison, because ingest may have to wait for it. */
import type { Environment } from '@weir/platform';

const MILLIS_BETWEEN = 10_000;

export class ComparisonProgress {
  private compared = 0;
  private readonly start: number;
  private last: number;

  constructor(
    private readonly environment: Environment,
    private readonly standingQuery: string,
  ) {
    this.start = environment.clock.now();
    this.last = this.start;
  }

  /** Reports how many more results of both plans were compared. */
  add(results: number): void {
    this.compared += results;
    const { clock, logger } = this.environment;
    const now = clock.now();
    if (now - this.last < MILLIS_BETWEEN) return;
    this.last = now;
    logger.log('info', 'comparing the results of a replaced standing query', {
      standingQuery: this.standingQuery,
      compared: this.compared,
      millis: now - this.start,
    });
  }
}
