/** Which record of which stream caused a change; `undefined` unless somebody asked for provenance. */
export interface Origin {
  readonly stream: string;
  /** The record's position in its stream, 0-based. */
  readonly position: number;
}

/**
 * A set of records, as a value that can stand in a row: `[stream, position, stream, position, ...]`, sorted by stream
 * and position, each once; ends in `true` if records were left out. Sets are never changed.
 */
export type OriginSet = readonly (string | number | boolean)[];
