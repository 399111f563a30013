/** Interface of an engine under test: one graph, queries one after the other. */
import type { Value, ValueMap } from '@weir/model';
import type { ProcedureDeclaration } from './scenario.js';

export interface TckResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

export interface TckEngine {
  /** Empties the graph, and makes exactly these procedures callable. */
  reset(procedures: readonly ProcedureDeclaration[]): Promise<void>;
  /** Rejects with the query's compile-time error; runs nothing. */
  compile(query: string, parameters: ValueMap): Promise<void>;
  /** Runs to the end. Rejects with the query's error. */
  run(query: string, parameters: ValueMap): Promise<TckResult>;
  close(): Promise<void>;
}
