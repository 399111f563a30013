/**
 * What the rest of the system knows of a query: compile once, run often, over a batch of argument rows at a
 * time. An ingest stream runs its query over many records at once; a REST query is a batch of one row.
 */
import type { Cancellation, Environment, MaybePromise, Value, ValueMap } from '@weir/model';
import type { QueryBudget } from './budget/query-budget.js';
import type { QueryLimits } from './budget/query-limits.js';
import type { GraphSession } from './graph-access.js';
import type { QueryEffect } from './query-effect.js';

export type Row = Value[];

/** What queries can know of the registered standing queries. */
export interface StandingQueryAccess {
  /** The number of a query by its name, or by its id. */
  find(by: { readonly name: string } | { readonly id: string }): number | undefined;
  identify(number: number): { readonly name: string; readonly id: string } | undefined;
  /**
   * Results of a query from now on, until it is removed. Its results wait while the next ones are not asked for;
   * leaving the loop lets them go on.
   */
  tap(number: number): AsyncIterable<readonly TappedResult[]>;
}

export interface TappedResult {
  readonly data: ValueMap;
  readonly meta: ValueMap;
}

/** What queries reach beside the graph: the same for all runs at one place. */
export interface QueryServices {
  readonly environment: Environment;
  /**
   * Opens what LOAD CSV and loadJsonLines name: a text in pieces, however cut. The next piece is asked for when the
   * last one was used; leaving the loop, and the signal, close what was opened. `undefined`: nothing may be opened.
   */
  readonly openText?: ((url: string, signal?: AbortSignal) => AsyncIterable<string>) | undefined;
  readonly standingQueries?: StandingQueryAccess | undefined;
  /** What one query may do; default: what `limitQueries` set for the thread. */
  readonly limits?: QueryLimits | undefined;
}

export interface RunContext extends QueryServices {
  readonly graph: GraphSession;
  /** Effects that queries inside of the query may have; `undefined`: all. Those of the query itself are the caller's to check. */
  readonly allowedEffects?: readonly QueryEffect[] | undefined;
  /** Values of the parameters that are the same for all rows. */
  readonly parameters: ValueMap;
  /** The run stops at the next batch with its reason. */
  readonly cancellation?: Cancellation | undefined;
  /**
   * Milliseconds since the Unix epoch. It can't be called off while one expression computes (a `reduce` over
   * millions of elements); past this moment such a computation stops by itself with `cypher.timeout`.
   */
  readonly deadline?: number | undefined;
  /** Rows that operators pass on together, about; one that makes several rows out of one may pass on more. Default: 1024. */
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
   * The next rows in order, never an empty batch; `undefined` when there are no more. Rows belong to the
   * caller. Call again only after the answer. A query that only writes does its work in the first call.
   */
  next(): MaybePromise<readonly Row[] | undefined>;
  /** `true`: the next call of `next` would answer `undefined`. Else that is not known. */
  readonly isOver?: boolean;
  /**
   * About the bytes of the values that the run made until now: in rows, and in what it wrote. Values that it was given,
   * and what it read, are not among them. `undefined`: not counted.
   */
  readonly bytesMade?: number;
  /** Lets go early; later calls of `next` answer `undefined`. */
  close(): void;
}

export interface CompiledQuery {
  readonly text: string;
  /** Empty for a query that ends in an update. */
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  /** Beside reading; `writes` unless it is read-only. */
  readonly effects: ReadonlySet<QueryEffect>;
  readonly isIdempotent: boolean;
  readonly canContainAllNodeScan: boolean;
  /** Labels or edges may go. */
  readonly mayTakeAway: boolean;
  describe(): PlanDescription;
  /**
   * Runs over a batch of argument rows, one slot per row parameter; default: one row without slots. Effects
   * are in the session when the stream has ended; the caller then awaits `settled`.
   */
  run(context: RunContext, rows?: readonly Row[]): RowStream;
}
