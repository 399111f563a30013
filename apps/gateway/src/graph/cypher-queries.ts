/** Ad-hoc queries, for both API versions. */
import type { QueryOptions, QueryRun, StreamingGraph } from '@weir/contract';

/** What an HTTP request may take, unless it says otherwise. */
const DEFAULT_TIMEOUT_MILLIS = 300_000;

export type QueryAnswer = Pick<QueryRun, 'columns' | 'batches' | 'pieces'>;

export class CypherQueries {
  /** @param largestRow characters of one row of an answer. */
  constructor(
    private readonly graph: StreamingGraph,
    readonly largestRow: number,
  ) {}

  /** Rejects with `cypher.*`; `graph.historical-write` for a query that may write, at any time but the present. */
  run(text: string, options: QueryOptions): Promise<QueryAnswer> {
    return this.start(text, { ...options, timeout: options.timeout ?? DEFAULT_TIMEOUT_MILLIS });
  }

  /** As `run`, for as long as it takes. */
  start(text: string, options: QueryOptions): Promise<QueryRun> {
    return this.graph.query(text, options);
  }
}
