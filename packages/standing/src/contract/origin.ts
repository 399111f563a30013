/** The record that caused a change. */
export interface Origin {
  readonly stream: string;
  /** The record's position in its stream, 0-based. */
  readonly position: number;
}

/**
 * A set of records as a value of a row: `[stream, position, stream, position, ...]`, sorted by stream
 * and position, without duplicates; ends in `true` if records were left out. Never changed.
 */
export type OriginSet = readonly (string | number | boolean)[];
