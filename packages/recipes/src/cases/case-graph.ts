/** Environment of a case: a recipe's streams, standing queries and outputs on a separate in-memory graph. */
import type { Recipe } from '../recipe.js';

export interface CaseGraph {
  /** Runs the stream's query on a record. Rejects when the record can't be read or the query fails. */
  feed(stream: string, record: unknown): Promise<void>;
  /** Resolves when no work is in flight, including in outputs. */
  settled(): Promise<void>;
  /** Results of a standing query, as plain values. */
  results(standing: string): { readonly matches: readonly unknown[]; readonly retractions: readonly unknown[] };
  /** Data that an output would have sent to its destination, as plain values. */
  sent(standing: string, output: string): readonly unknown[];
  /** A query's rows, as plain values. Rejects with `cypher.*`. */
  rows(query: string): Promise<readonly (readonly unknown[])[]>;
  /** Errors of outputs. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

/** @param now the constant time of the clock, in milliseconds since the Unix epoch. */
export type OpenCaseGraph = (recipe: Recipe, now: number) => Promise<CaseGraph>;
