/** Holder of results: roots of both layouts, and group nodes. */
import type { StandingRow } from '../../contract/delta.js';

export interface ReportedRow {
  readonly row: StandingRow;
  readonly ids: readonly string[];
}

export interface HeldResults {
  /** A match that is only a node has no row. */
  rows(): Iterable<{ readonly row: StandingRow | undefined; readonly ids: readonly string[] }>;
  began(resultId: string, row: StandingRow | undefined): void;
  /** Ends the latest match with the row. @returns its id. */
  end(row: StandingRow | undefined): string | undefined;
  /**
   * The id of one of a row's matches; 0 is the oldest.
   * @param match returns the row of a match that is only a node.
   */
  idAt(row: StandingRow, position: number, match: () => StandingRow): string | undefined;
  /** @returns the position of the result with the id among the results of a row; `undefined` if there is none. */
  positionOf(row: StandingRow, resultId: string): number | undefined;
  rename(row: StandingRow, at: number, name: string): void;
  /** Whether it holds an index of results by id, until `dropPositionIndex`. */
  readonly hasPositionIndex: boolean;
  dropPositionIndex(): void;
}
