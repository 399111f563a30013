/** Ad-hoc queries, for both API versions. */
import type { QueryOptions, QueryRun, StreamingGraph } from '@weir/contract';

export type QueryAnswer = Pick<QueryRun, 'columns' | 'batches' | 'pieces'>;

export class CypherQueries {
  /**
   * @param largestRow maximum characters of one row of a response.
   * @param timeout time limit of a query without its own limit, in milliseconds.
   */
  constructor(
    private readonly graph: StreamingGraph,
    readonly largestRow: number,
    private readonly timeout: number,
  ) {}

  /** Rejects with `cypher.*`, or `graph.historical-write` for a query that may write at any time but the present. */
  run(text: string, options: QueryOptions): Promise<QueryAnswer> {
    return this.start(text, { ...options, timeout: options.timeout ?? this.timeout });
  }

  /** Like `run`. A `timeout` of 0 means no limit; without it, the limit of the server applies. */
  limited(text: string, options: QueryOptions, timeout = this.timeout): Promise<QueryRun> {
    return this.start(text, timeout === 0 ? options : { ...options, timeout });
  }

  /** Like `run` without a time limit, for callers that can cancel the query. */
  start(text: string, options: QueryOptions): Promise<QueryRun> {
    return this.graph.query(text, options);
  }
}
