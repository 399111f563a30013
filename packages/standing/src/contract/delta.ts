import type { Value } from '@weir/model';
import type { Origin } from './origin.js';

/** The values that a pattern node reports for one match, by column. */
export type StandingRow = readonly Value[];

/** How the rows that a pattern node reports to a subscriber change. */
export interface Delta {
  /** Replaces all rows that this sender reported before. */
  readonly reset: boolean;
  /** In plans of kind `rows`, each row ends in its count; a negative count removes rows. */
  readonly added: readonly StandingRow[];
  readonly removed: readonly StandingRow[];
  /** `undefined` unless some query tracks origins. */
  readonly origin: Origin | undefined;
  /** Caused by evaluating a new query on existing data, not by new data. Absent: false. */
  readonly initial?: boolean;
}
