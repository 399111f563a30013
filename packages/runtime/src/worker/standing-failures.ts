/**
 * Counts expressions of standing queries that failed for a row, on one worker, and reports them to the coordinator in
 * summaries, so that many failures cost few messages and few lines of the log.
 */
import type { Scheduler } from '@weir/platform';
import type { ExpressionFailure } from '@weir/standing';
import type { FailureSummary } from '../contract/worker-reports.js';

/** Delay after the first failure, so that related failures are in the same summary; then between two summaries. */
const FIRST_SUMMARY_MILLIS = 100;
const SUMMARY_MILLIS = 10_000;

export class StandingFailures {
  private readonly pending = new Map<number, { count: number; last: ExpressionFailure }>();
  /** Stops the timer for the next summary, or for the pause after the last one. */
  private stopTimer: (() => void) | undefined = undefined;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly report: (summary: FailureSummary) => void,
  ) {}

  add(plan: number, failure: ExpressionFailure): void {
    const known = this.pending.get(plan);
    if (known === undefined) this.pending.set(plan, { count: 1, last: failure });
    else {
      known.count++;
      known.last = failure;
    }
    this.stopTimer ??= this.scheduler.after(FIRST_SUMMARY_MILLIS, () => this.summarize());
  }

  /** Reports pending failures. */
  close(): void {
    this.stopTimer?.();
    this.flush();
  }

  private summarize(): void {
    const isPause = this.pending.size > 0;
    this.flush();
    this.stopTimer = isPause ? this.scheduler.after(SUMMARY_MILLIS, () => this.summarize()) : undefined;
  }

  private flush(): void {
    for (const [plan, { count, last }] of this.pending) this.report({ plan, count, ...last });
    this.pending.clear();
  }
}
