/**
 * A graph as an embedding program sees it. Its shards live on worker threads, or, with `workers: 0`, in the caller's
 * own thread.
 */
import type { CypherFunctionSource } from '@weir/cypher';
import type { Value, ValueMap } from '@weir/model';
import type { GraphAdmin } from './graph-admin.js';
import type { Lane, LaneDefinition } from './lane.js';
import type { QueryOptions, QueryRun } from './query-run.js';
import type { StandingDefinition, StandingHandle } from './standing-handle.js';
import type { Watch, WatchOptions } from './watch.js';
import type { Writer, WriterOptions } from './writer.js';

export interface StreamingGraph extends AsyncDisposable {
  /** Compiles and starts a query. Rejects with a `cypher.*` error; run-time errors are thrown while rows are read. */
  query(text: string, options?: QueryOptions): Promise<QueryRun>;
  /** Registers a standing query and iterates over its results. */
  watch<R = ValueMap>(query: string, options?: WatchOptions): Watch<R>;
  /**
   * Opens a query that writes values: it runs once for each value.
   * Rejects with a `cypher.*` error.
   */
  writer<V extends Value = Value>(query: string, options?: WriterOptions): Promise<Writer<V>>;

  /**
   * Registers a standing query that stays until it is removed. Rejects with `standing.exists`,
   * `standing.invalid-pattern` or `cypher.*`.
   */
  registerStanding(definition: StandingDefinition): Promise<StandingHandle>;
  standing(name: string): StandingHandle | undefined;
  listStanding(): readonly StandingHandle[];

  /** Opens a query that runs over many batches of records or values: ingest streams and query outputs use it. */
  openLane(definition: LaneDefinition): Promise<Lane>;
  /** Functions written in Cypher. Every query can call them, and they survive restarts. */
  readonly functions: FunctionCatalog;
  /** Operations that a program rarely needs. */
  readonly admin: GraphAdmin;

  /**
   * Resolves when no work is in flight: every effect is applied and durable, every standing query settled, every result
   * consumed. Does not resolve while records keep arriving.
   */
  idle(): Promise<void>;
  /** Ends watches, finishes accepted work, makes it durable, and stops the workers. `await using` calls it too. */
  close(): Promise<void>;
}

export interface FunctionCatalog {
  /** In the order in which they were defined. */
  list(): readonly CypherFunctionSource[];
  /**
   * Defines a function for queries compiled from now on. Its expression may call functions that are already defined.
   * Rejects with `function.exists`, `function.invalid`, or with `cypher.*` and a position in the expression.
   */
  define(source: CypherFunctionSource): Promise<void>;
  /**
   * Removes a function. Running ingest streams and outputs keep using it until they are compiled again.
   * @returns its definition. Rejects with `function.not-found`, or with `function.in-use` while other functions call
   * it.
   */
  remove(name: string): Promise<CypherFunctionSource>;
}
