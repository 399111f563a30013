/**
 * Interface of a compiled query: compile once, run often, over a batch of argument rows at a time. An ingest stream
 * runs its query over many records together; a REST query is a batch of one row.
 */
import type { Value, ValueMap } from '@weir/model';
import type { Cancellation, Environment, MaybePromise } from '@weir/platform';
import type { QueryBudget } from './budget/query-budget.js';
import type { QueryLimits } from './budget/query-limits.js';
import type { GraphSession } from './graph-access.js';
import type { QueryEffect } from './query-effect.js';

export type Row = Value[];

/** Access of queries to the registered standing queries. */
export interface StandingQueryAccess {
  /** The number of a query by its name, or by its id. */
  find(by: { readonly name: string } | { readonly id: string }): number | undefined;
  identify(number: number): { readonly name: string; readonly id: string } | undefined;
  /**
   * Results of a standing query from now on, until it is removed. Delivery waits for the next read; leaving the loop
   * resumes it.
   */
  tap(number: number): AsyncIterable<readonly TappedResult[]>;
}

export interface TappedResult {
  readonly data: ValueMap;
  readonly meta: ValueMap;
}

/** Services for queries beside the graph: the same for all runs in one process. */
export interface QueryServices {
  readonly environment: Environment;
  /**
   * Opens the source of LOAD CSV and loadJsonLines: a text in chunks of any size. The next chunk is requested when the
   * last one was consumed; leaving the loop, or aborting the signal, closes the source. `undefined`: nothing may be
   * opened.
   */
  readonly openText?: ((url: string, signal?: AbortSignal) => AsyncIterable<string>) | undefined;
  readonly standingQueries?: StandingQueryAccess | undefined;
  /** Limits of one query; default: the limits that `limitQueries` set for the thread. */
  readonly limits?: QueryLimits | undefined;
}

export interface RunContext extends QueryServices {
  readonly graph: GraphSession;
  /** Effects that inner queries may have; `undefined`: all. The caller checks the effects of the query itself. */
  readonly allowedEffects?: readonly QueryEffect[] | undefined;
  /** Values of the parameters that are the same for all rows. */
  readonly parameters: ValueMap;
  /** When canceled, the run stops at the next batch with its reason. */
  readonly cancellation?: Cancellation | undefined;
  /**
   * Milliseconds since the Unix epoch. A run cannot be canceled while one expression computes (such as a `reduce` over
   * millions of elements); after this time such a computation stops itself with `cypher.timeout`.
   */
  readonly deadline?: number | undefined;
  /**
   * Approximate number of rows that operators pass on together; an operator that creates several rows from one may pass
   * on more. Default: 1024.
   */
  readonly batchRows?: number | undefined;
  /** The budget of the run whose procedure starts this one; `undefined` for a query of a client. */
  readonly caller?: QueryBudget | undefined;
}

export interface PlanDescription {
  readonly operatorType: string;
  readonly args: ValueMap;
  readonly identifiers: readonly string[];
  readonly children: readonly PlanDescription[];
}

/** Rows of a run, pulled in batches. */
export interface RowStream {
  /**
   * The next rows in order, never an empty batch; `undefined` at the end. The caller owns the rows. Call again only
   * after the previous call has resolved. A query that only writes does all its work in the first call.
   */
  next(): MaybePromise<readonly Row[] | undefined>;
  /** If `true`, the next call of `next` would return `undefined`. Otherwise this is unknown. */
  readonly isOver?: boolean;
  /**
   * Approximate bytes of the values that the run has created: in rows, and in its writes. Excludes its input values and
   * data it read. `undefined`: not counted.
   */
  readonly bytesMade?: number;
  /** Ends the run early; later calls of `next` return `undefined`. */
  close(): void;
}

export interface CompiledQuery {
  readonly text: string;
  /** Empty for a query that ends in an update. */
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  /** Effects other than reading; `writes` unless it is read-only. */
  readonly effects: ReadonlySet<QueryEffect>;
  readonly isIdempotent: boolean;
  readonly canContainAllNodeScan: boolean;
  /** Whether it may remove labels or edges. */
  readonly mayTakeAway: boolean;
  describe(): PlanDescription;
  /**
   * Runs over a batch of argument rows, one slot per row parameter; default: one row without slots. When the stream has
   * ended, all effects are in the session; the caller then awaits `settled`.
   */
  run(context: RunContext, rows?: readonly Row[]): RowStream;
}
