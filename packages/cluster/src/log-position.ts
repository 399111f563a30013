/** A position between two rows of a log. */
export interface LogPosition {
  /** Sequence of the row before it; 0: it is the beginning of the log. */
  readonly sequence: number;
  /** Total length of the contents of all rows before it, in bytes. */
  readonly offset: number;
}

export const LOG_START: LogPosition = { sequence: 0, offset: 0 };
