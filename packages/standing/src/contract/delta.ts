import type { Value } from '@weir/model';
import type { Origin } from './origin.js';

/** Values that a pattern node reports of one match, by column. */
export type StandingRow = readonly Value[];

export interface Delta {
  /** Replaces all rows that this sender reported before. */
  readonly reset: boolean;
  /** Where rows are counted (plans of kind `rows`), each ends in its count; one that goes away has a negative one. */
  readonly added: readonly StandingRow[];
  readonly removed: readonly StandingRow[];
  readonly origin: Origin | undefined;
  /** Caused by showing a query to a node that was there before it, not by new data. Absent: false. */
  readonly initial?: boolean;
}
