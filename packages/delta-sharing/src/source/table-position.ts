/** Where a table is read on, as the text that a stream stores. */

export interface TablePosition {
  /** Of the table: another one of the same name is not gone on with. */
  readonly table: string | null;
  /** What is read: all that the table had at the version, or what changed from it on. */
  readonly phase: 'snapshot' | 'changes';
  /** Of those before it everything was read. */
  readonly version: number;
  /** Of the version the file that was read last, with those before it. */
  readonly file?: string;
  /** Rows of it that were read; absent: all of them. */
  readonly rows?: number;
}

export function positionText(position: TablePosition): string {
  return JSON.stringify(position);
}

/** @param text what `positionText` gave. */
export function positionOf(text: string): TablePosition {
  return JSON.parse(text) as TablePosition;
}
