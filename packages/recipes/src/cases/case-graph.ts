/** Where a case is played: a recipe's streams, standing queries and outputs on a graph of its own, in memory. */
import type { Recipe } from '../recipe.js';

export interface CaseGraph {
  /** Runs the stream's query on a record. Rejects when the record can't be read or the query fails. */
  feed(stream: string, record: unknown): Promise<void>;
  /** Resolves when nothing is under way any more, in outputs neither. */
  settled(): Promise<void>;
  /** Of a standing query, as plain values. */
  results(standing: string): { readonly matches: readonly unknown[]; readonly retractions: readonly unknown[] };
  /** What an output would have sent outside, as plain values. */
  sent(standing: string, output: string): readonly unknown[];
  /** A query's rows, as plain values. Rejects with `cypher.*`. */
  rows(query: string): Promise<readonly (readonly unknown[])[]>;
  /** What failed in outputs. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

/** @param now what the clock says all the time, in milliseconds since the Unix epoch. */
export type OpenCaseGraph = (recipe: Recipe, now: number) => Promise<CaseGraph>;
