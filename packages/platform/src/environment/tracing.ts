/**
 * Traces the path from a record to a delivered result. If an `Environment` has none, nothing is traced, at no cost.
 * Called per chunk of records and per batch of results, never per record.
 */
export interface Tracing {
  /** A chunk of an ingest stream's records is sent to the graph. */
  chunk(stream: string, records: number, bytes: number): TraceSpan;
  /** Results of a standing query have arrived, caused by the current span. */
  results(standingQuery: string, results: number): void;
  /** An output delivers results. */
  delivery(standingQuery: string, output: string, results: number): TraceSpan;
}

/** An operation with a duration. */
export interface TraceSpan {
  child(name: string): TraceSpan;
  /** @param failure why it failed; absent on success. */
  end(failure?: string): void;
}
