/** Ad-hoc queries, for both API versions. */
import type { QueryOptions, QueryRun, StreamingGraph } from '@weir/contract';

export type QueryAnswer = Pick<QueryRun, 'columns' | 'batches' | 'pieces'>;

export class CypherQueries {
  /**
   * @param largestRow characters of one row of an answer.
   * @param timeout milliseconds that a query may take, unless it has a limit of its own.
   */
  constructor(
    private readonly graph: StreamingGraph,
    readonly largestRow: number,
    private readonly timeout: number,
  ) {}

  /** Rejects with `cypher.*`; `graph.historical-write` for a query that may write, at any time but the present. */
  run(text: string, options: QueryOptions): Promise<QueryAnswer> {
    return this.start(text, { ...options, timeout: options.timeout ?? this.timeout });
  }

  /** The same without a time limit: for callers that can cancel the query. */
  start(text: string, options: QueryOptions): Promise<QueryRun> {
    return this.graph.query(text, options);
  }
}
