/** Ad-hoc queries, for both API versions. */
import { WeirError, type Clock } from '@weir/model';
import type { QueryOptions, QueryRun, StreamingGraph } from '@weir/contract';

/** What an HTTP request may take, unless it says otherwise. */
const DEFAULT_TIMEOUT_MILLIS = 300_000;

export type QueryAnswer = Pick<QueryRun, 'columns' | 'batches' | 'pieces'>;

export class CypherQueries {
  /** @param largestRow characters of one row of an answer. */
  constructor(
    private readonly graph: StreamingGraph,
    private readonly clock: Clock,
    readonly largestRow: number,
  ) {}

  /**
   * Rejects with `cypher.*`; `request.invalid` for a time that is still to come; `graph.historical-write` for a
   * query that may write, at any time but the present.
   * @param timeParameter what the request calls the time.
   */
  async run(
    text: string,
    options: QueryOptions,
    timeParameter: 'at-time' | 'atTime' = 'at-time',
  ): Promise<QueryAnswer> {
    this.checkTime(options.atTime, timeParameter);
    return this.graph.query(text, { ...options, timeout: options.timeout ?? DEFAULT_TIMEOUT_MILLIS });
  }

  private checkTime(atTime: number | undefined, parameter: string): void {
    const now = this.clock.now();
    if (atTime === undefined || atTime <= now) return;
    throw new WeirError(
      'request.invalid',
      `Value ${atTime} must be less than system time ${now} for query parameter '${parameter}'`,
    );
  }
}
