/** One query that runs once. */
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
  /** Milliseconds since the Unix epoch: read the past. */
  readonly atTime?: number;
  /** Milliseconds; then the run stops with `cypher.timeout`. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  /** A query with another effect is refused with `access.denied`; `[]` allows only reading. Absent: all are allowed. */
  readonly allowedEffects?: readonly QueryEffect[] | undefined;
  /** Rows become text where the query runs, and come as `pieces` of the run: of a module with an export `rowEncoder: RowEncoderFactory`. */
  readonly encoder?: ModuleReference;
}

/** `await using` stops the query. */
export interface QueryRun extends QueryFacts, AsyncDisposable {
  /** Rows in batches, in order. Throws the query's run-time error; leaving the loop stops the query. */
  batches(): AsyncIterable<readonly Row[]>;
  /** All rows at once; for small results. */
  rows(): Promise<Row[]>;
  /** Rows one by one, as objects with a property for each column. Otherwise as `batches`. */
  objects<R = ValueMap>(): AsyncIterable<R>;
  /**
   * What the `encoder` made of the rows, with commas between, in UTF-8: in pieces that are no larger than one turn of the
   * reader's thread should be, however large a row is. Otherwise as `batches`.
   */
  pieces(): AsyncIterable<Uint8Array>;
}

/** What becomes of a row in an answer: JSON texts, each of which is one item. May throw a `WeirError`. */
export type RowEncoder = (row: Row) => readonly string[];
export type RowEncoderFactory = (options: ValueMap) => RowEncoder;
