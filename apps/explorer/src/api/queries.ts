/** How queries are run, whichever way they go. */
export type ApiVersion = 1 | 2;

export interface QueryRequest {
  readonly query: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970; absent: now. */
  readonly atTime?: number | undefined;
}

export interface QueryListener {
  started?(facts: { columns: readonly string[]; mayScan: boolean }): void;
  rows?(rows: readonly unknown[][]): void;
  /** The last call. @param error what went wrong, `undefined` when all rows came or the query was cancelled. */
  ended(error: string | undefined): void;
}

export interface Queries {
  /** @returns what cancels the query; to do so when it has ended does nothing. */
  run(request: QueryRequest, listener: QueryListener): () => void;
}

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[][];
}

/**
 * All rows at once, for questions that the page itself asks.
 * @param signal cancels the query, on the server too; what has come by then are its rows.
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
