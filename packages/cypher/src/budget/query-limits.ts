/**
 * Limits of one query, beyond which it ends with `cypher.budget-exceeded`. They bound work that nothing else can end:
 * while the expressions of one row are computed, the thread receives neither timeouts nor cancellations, and its other
 * queries wait. They do not limit the total time of a query, which can be stopped between rows.
 */
export interface QueryLimits {
  /** Elements created, visited or compared for one row (or for one batch, if rows are grouped or sorted). */
  readonly steps: number;
  /**
   * Approximate bytes that a run holds at a time: values of the current rows, and rows being sorted, grouped or
   * collected.
   */
  readonly bytes: number;
  /** Nesting depth of lists and maps. */
  readonly depth: number;
  /** Characters of a string, bytes of a byte array. */
  readonly stringLength: number;
  /** Elements of a list, entries of a map. */
  readonly listLength: number;
  /** Nesting depth of queries that procedures run from text (`cypher.doIt`). */
  readonly innerQueries: number;
}

export const DEFAULT_QUERY_LIMITS: QueryLimits = {
  steps: 50_000_000,
  bytes: 1024 ** 3,
  depth: 1000,
  stringLength: 16 * 1024 ** 2,
  listLength: 10_000_000,
  innerQueries: 16,
};

let limitsHere = DEFAULT_QUERY_LIMITS;

/**
 * Sets limits for all queries and expressions of this thread that start from now on; the other limits are unchanged.
 */
export function limitQueries(limits: Partial<QueryLimits>): void {
  limitsHere = { ...limitsHere, ...limits };
}

/** Limits of queries of this thread that do not bring their own. */
export function queryLimits(): QueryLimits {
  return limitsHere;
}

/**
 * Limits for all constant expressions of a query together at compile time; the run, which can be stopped, computes the
 * rest.
 */
export const FOLDING_LIMITS: QueryLimits = {
  steps: 1_000_000,
  bytes: 10_000_000,
  depth: 100,
  stringLength: 10_000,
  listLength: 10_000,
  innerQueries: 0,
};
