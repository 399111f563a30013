/** Durations of ad hoc queries, from the request until the last row was produced or the query ended otherwise. */
import type { QueryOutcome, QueryTimeSummaries } from '@weir/contract';
import { type Clock, Timing, WeirError } from '@weir/platform';

/** Measures one query. Only the first of its ends counts. */
export interface QueryTimer {
  completed(): void;
  failed(error: unknown): void;
  cancelled(): void;
}

export class QueryTimes {
  private readonly times: Readonly<Record<QueryOutcome, Timing>>;

  constructor(clock: Clock) {
    this.times = {
      completed: new Timing(clock),
      failed: new Timing(clock),
      timeout: new Timing(clock),
      cancelled: new Timing(clock),
    };
  }

  begin(): QueryTimer {
    const begun = this.times.completed.begin();
    let isOver = false;
    const end = (outcome: QueryOutcome): void => {
      if (isOver) return;
      isOver = true;
      this.times[outcome].end(begun);
    };
    return {
      completed: () => end('completed'),
      failed: error => end(outcomeOf(error)),
      cancelled: () => end('cancelled'),
    };
  }

  summaries(): QueryTimeSummaries {
    const { completed, failed, timeout, cancelled } = this.times;
    return {
      completed: completed.summary(),
      failed: failed.summary(),
      timeout: timeout.summary(),
      cancelled: cancelled.summary(),
    };
  }
}

function outcomeOf(error: unknown): QueryOutcome {
  const code = error instanceof WeirError ? error.code : undefined;
  return code === 'cypher.timeout' ? 'timeout' : code === 'cypher.cancelled' ? 'cancelled' : 'failed';
}
