/** Who holds results: roots of both layouts, and group nodes. */
import type { StandingRow } from '../../contract/delta.js';

export interface ReportedRow {
  readonly row: StandingRow;
  readonly ids: readonly string[];
}

export interface HeldResults {
  /** Of a match that is no more than a node, there is no row. */
  rows(): Iterable<{ readonly row: StandingRow | undefined; readonly ids: readonly string[] }>;
  began(resultId: string, row: StandingRow | undefined): void;
  /** The latest with the row ended. @returns its id. */
  end(row: StandingRow | undefined): string | undefined;
  /**
   * The id of one of a row's matches, the oldest being 0.
   * @param match the row of a match that is no more than a node.
   */
  idAt(row: StandingRow, place: number, match: () => StandingRow): string | undefined;
  /** @returns where the result with the id stands among those of a row; `undefined`: there is none. */
  placeOf(row: StandingRow, resultId: string): number | undefined;
  rename(row: StandingRow, at: number, name: string): void;
  /** It keeps something to find results by their ids, until `forgetPlaces`. */
  readonly hasPlaces: boolean;
  forgetPlaces(): void;
}
