/** A query that writes values. */
import type { Value } from '@weir/model';

export interface WriterOptions {
  /** For logs and metrics. Default: `writer`. */
  readonly name?: string | undefined;
  /** The query's parameter that holds the value. Default: `that`. */
  readonly parameter?: string | undefined;
  /** Values that a call runs at the same time; 1 runs all values strictly in order. Default 16. */
  readonly parallelism?: number | undefined;
  /**
   * Waits while results of standing queries wait for their consumers. Set it to false for a writer that such a consumer
   * calls; otherwise each would wait for the other. Default true.
   */
  readonly waitsForResults?: boolean | undefined;
}

/** `await using` closes it. */
export interface Writer<V extends Value = Value> extends AsyncDisposable {
  /**
   * Runs the query for each value, and resolves when everything written is durable. If the query fails for some values,
   * rejects with the error of the first of them, after all values were tried.
   */
  write(values: readonly V[]): Promise<void>;
  /** Waits for writes in flight, then closes the query. Later writes reject with `graph.closed`. */
  close(): Promise<void>;
}
