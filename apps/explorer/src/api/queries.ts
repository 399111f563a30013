/** Interface for running queries, whatever the transport. */
export type ApiVersion = 1 | 2;

export interface QueryRequest {
  readonly query: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Milliseconds since the Unix epoch; absent: now. */
  readonly atTime?: number | undefined;
}

export interface QueryListener {
  started?(facts: { columns: readonly string[]; mayScan: boolean }): void;
  rows?(rows: readonly unknown[][]): void;
  /** The last call. @param error `undefined` when all rows have arrived or the query was canceled. */
  ended(error: string | undefined): void;
}

export interface Queries {
  /** @returns a function that cancels the query; it does nothing after the query has ended. */
  run(request: QueryRequest, listener: QueryListener): () => void;
}

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[][];
}

/**
 * Returns all rows together, for the page's own queries.
 * @param signal cancels the query, on the server too; the rows that have arrived by then are returned.
 */
export function allRows(queries: Queries, request: QueryRequest, signal?: AbortSignal): Promise<Rows> {
  return new Promise((resolve, reject) => {
    let columns: readonly string[] = [];
    const rows: unknown[][] = [];
    const cancel = queries.run(request, {
      started: facts => (columns = facts.columns),
      rows: more => rows.push(...(more as unknown[][])),
      ended: error => (error === undefined ? resolve({ columns, rows }) : reject(new Error(error))),
    });
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
