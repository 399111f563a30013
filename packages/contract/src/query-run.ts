/** One query that runs once. */
import type { PlanDescription, Row } from '@weir/cypher';
import type { ValueMap } from '@weir/model';

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
}

export interface QueryRun extends QueryFacts {
  /** Rows in batches, in order. Throws the query's run-time error; leaving the loop stops the query. */
  batches(): AsyncIterable<readonly Row[]>;
  /** All rows at once; for small results. */
  rows(): Promise<Row[]>;
}
