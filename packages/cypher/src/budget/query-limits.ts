/**
 * What one query may do before it is ended with `cypher.budget-exceeded`. The limits are on pieces of work that nothing
 * else can end: while one row's expressions are computed, their thread hears neither a timeout nor a cancellation, and
 * its other queries wait. How long a query runs in all is not limited here; between rows it can be stopped.
 */
export interface QueryLimits {
  /** Elements that are made, looked at or compared for one row (for one batch, where rows are grouped or sorted). */
  readonly steps: number;
  /** About the bytes that a run holds at a time: values of the rows under way, what is sorted, grouped, collected. */
  readonly bytes: number;
  /** Lists and maps inside each other. */
  readonly depth: number;
  /** Characters of a string, bytes of a byte array. */
  readonly stringLength: number;
  /** Elements of a list, entries of a map. */
  readonly listLength: number;
  /** Levels of queries that procedures run from text (`cypher.doIt`), which may call such procedures themselves. */
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

/** Sets limits for all queries and expressions of this thread that begin from now on; the others stay as they are. */
export function limitQueries(limits: Partial<QueryLimits>): void {
  limitsHere = { ...limitsHere, ...limits };
}

/** What holds for a query of this thread that does not bring limits of its own. */
export function queryLimits(): QueryLimits {
  return limitsHere;
}

/**
 * What may be computed while a query is compiled, of all its constant expressions together: the run, which can be
 * stopped, computes the rest.
 */
export const FOLDING_LIMITS: QueryLimits = {
  steps: 1_000_000,
  bytes: 10_000_000,
  depth: 100,
  stringLength: 10_000,
  listLength: 10_000,
  innerQueries: 0,
};
