/** A single run of a query. */
import type { PlanDescription, QueryEffect, Row } from '@weir/cypher';
import type { ValueMap } from '@weir/model';
import type { ModuleReference } from './module-reference.js';

export interface QueryFacts {
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  readonly isIdempotent: boolean;
  readonly canContainAllNodeScan: boolean;
  readonly plan: PlanDescription;
}

export interface QueryOptions {
  readonly parameters?: ValueMap;
  /** Reads the state at this time, in milliseconds since the Unix epoch. */
  readonly atTime?: number;
  /** Milliseconds after which the run stops with `cypher.timeout`. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /**
   * A query with another effect is rejected with `access.denied`; `[]` allows only reading. Absent: all are allowed.
   */
  readonly allowedEffects?: readonly QueryEffect[] | undefined;
  /**
   * Encodes rows as text where the query runs; read them with `pieces`. The module exports `rowEncoder:
   * RowEncoderFactory`.
   */
  readonly encoder?: ModuleReference;
}

/** `await using` stops the query. */
export interface QueryRun extends QueryFacts, AsyncDisposable {
  /** Rows in batches, in order. Throws the query's run-time error; leaving the loop stops the query. */
  batches(): AsyncIterable<readonly Row[]>;
  /** All rows in one array; for small results. */
  rows(): Promise<Row[]>;
  /** Rows one by one, as objects with a property for each column. Otherwise as `batches`. */
  objects<R = ValueMap>(): AsyncIterable<R>;
  /**
   * The encoded rows (see `encoder`), separated by commas, in UTF-8. Chunks are small enough for one turn of the
   * reader's thread, however large a row is. Otherwise as `batches`.
   */
  pieces(): AsyncIterable<Uint8Array>;
}

/** Encodes a row as JSON texts, one for each item of the response. May throw a `WeirError`. */
export type RowEncoder = (row: Row) => readonly string[];
export type RowEncoderFactory = (options: ValueMap) => RowEncoder;
