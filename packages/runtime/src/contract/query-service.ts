/** Queries that run on a worker and are pulled batch by batch. */
import type { CypherFunctionSource, QueryEffect, Row } from '@weir/cypher';
import type { ValueMap, WeirError } from '@weir/model';
import type { ModuleReference, QueryFacts } from '@weir/contract';

export interface QueryService {
  /**
   * From now on exactly these functions written in Cypher are there, each of which may use those before it.
   * Rejects with `cypher.*` or `function.*`; then nothing has changed.
   */
  defineFunctions(functions: readonly CypherFunctionSource[]): Promise<void>;
  /** Compiles without running. */
  inspect(text: string, parameters: readonly string[] | undefined): Promise<QueryFacts>;
  /** Compiles and starts a query. Rejects with the errors of compiling alone. */
  start(request: QueryRequest): Promise<QueryStart>;
  /** The next rows. Rejects with the query's run-time error; then it is over. */
  next(query: number): Promise<QueryRows>;
  /** Cancels the query, if it is not over. */
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
  /** Nodes that sleep go on sleeping when they are read. */
  readonly letsSleep: boolean;
  /** Rows come as pieces of text. */
  readonly encoder?: ModuleReference | undefined;
}

export interface QueryRows {
  readonly rows: readonly Row[];
  /** In the place of rows, for a query with an encoder. */
  readonly piece?: Uint8Array | undefined;
  /** There are no more, and the query's effects are durable. */
  readonly isLast: boolean;
}

export interface QueryStart {
  readonly facts: QueryFacts;
  /** What the first `next` would have brought; `undefined` where it takes long. */
  readonly first: QueryRows | WeirError | undefined;
}
