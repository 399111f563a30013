/**
 * What can be traced of the way from a record to a delivered result. Absent from an `Environment`: nothing is, and nothing
 * is spent on it. Called per chunk of records and per batch of results, never per record.
 */
export interface Tracing {
  /** A chunk of an ingest stream's records is sent to the graph. */
  chunk(stream: string, records: number, bytes: number): TraceSpan;
  /** Results of a standing query have come, caused by what is under way. */
  results(standingQuery: string, results: number): void;
  /** An output delivers results that have come. */
  delivery(standingQuery: string, output: string, results: number): TraceSpan;
}

/** Something that takes a while. */
export interface TraceSpan {
  child(name: string): TraceSpan;
  /** @param failure why it did not succeed. */
  end(failure?: string): void;
}
