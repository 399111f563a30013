/** Queries that run on a worker and are pulled batch by batch. */
import type { CypherFunctionSource, QueryEffect, Row } from '@weir/cypher';
import type { ValueMap } from '@weir/model';
import type { WeirError } from '@weir/platform';
import type { ModuleReference, QueryFacts } from '@weir/contract';

export interface QueryService {
  /**
   * Replaces all functions written in Cypher; each may use earlier ones. Rejects with `cypher.*` or `function.*`; then
   * nothing has changed.
   */
  defineFunctions(functions: readonly CypherFunctionSource[]): Promise<void>;
  /** Compiles without running. */
  inspect(text: string, parameters: readonly string[] | undefined): Promise<QueryFacts>;
  /** Compiles and starts a query. Rejects only with compile errors. */
  start(request: QueryRequest): Promise<QueryStart>;
  /** Returns the next rows. Rejects with the query's run-time error; then it has ended. */
  next(query: number): Promise<QueryRows>;
  /** Cancels the query, unless it has ended. */
  close(query: number): Promise<void>;
}

export interface QueryRequest {
  /** Chosen by the coordinator. */
  readonly query: number;
  readonly text: string;
  readonly parameters: ValueMap;
  readonly atTime: number | undefined;
  /** Milliseconds. */
  readonly timeout: number | undefined;
  /** `undefined`: all. */
  readonly allowedEffects: readonly QueryEffect[] | undefined;
  /** Leaves sleeping nodes asleep when they are read. */
  readonly letsSleep: boolean;
  /** Rows are returned as encoded text. */
  readonly encoder?: ModuleReference | undefined;
}

export interface QueryRows {
  readonly rows: readonly Row[];
  /** Replaces rows for a query with an encoder. */
  readonly piece?: Uint8Array | undefined;
  /** The query has ended and its effects are durable. */
  readonly isLast: boolean;
}

export interface QueryStart {
  readonly facts: QueryFacts;
  /** Result of the first `next`; `undefined` if it takes long. */
  readonly first: QueryRows | WeirError | undefined;
}
