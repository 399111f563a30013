/** Read position in a table, and the text form that a stream stores. */

export interface TablePosition {
  /** Id of the table: another table of the same name is not resumed. */
  readonly table: string | null;
  /** `snapshot`: all rows of the table at the version. `changes`: changes from the version on. */
  readonly phase: 'snapshot' | 'changes';
  /** All earlier versions were read. */
  readonly version: number;
  /** Last file of the version that was read, together with all before it. */
  readonly file?: string;
  /** Rows of the file that were read; absent: all of them. */
  readonly rows?: number;
}

export function positionText(position: TablePosition): string {
  return JSON.stringify(position);
}

/** @param text from `positionText`. */
export function positionOf(text: string): TablePosition {
  return JSON.parse(text) as TablePosition;
}
