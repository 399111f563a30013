/**
 * Finds the positions of ids among the matches of a row. A row may have a million matches on one node, all to be
 * renamed, so the first lookup among many builds a table of all.
 */
import type { StandingRow } from '../../contract/delta.js';

/** The matches of a row, oldest first, by their packed ids. */
export interface KeptResults {
  readonly row: StandingRow;
  readonly ids: string[];
}

/** Up to this number, matches are searched linearly. */
export const MOST_SEARCHED = 16;

export class ResultPositions {
  private readonly byRow = new Map<KeptResults, Map<string, number>>();

  /** @returns `undefined` if the row has no match with the id. */
  find(reported: KeptResults, resultId: string): number | undefined {
    return (this.byRow.get(reported) ?? this.tableOf(reported)).get(resultId);
  }

  /** The match at a position has another id. */
  renamed(reported: KeptResults, at: number, before: string): void {
    const table = this.byRow.get(reported);
    table?.delete(before);
    table?.set(reported.ids[at]!, at);
  }

  /** The row has a new match, at the end. */
  began(reported: KeptResults): void {
    const last = reported.ids.length - 1;
    this.byRow.get(reported)?.set(reported.ids[last]!, last);
  }

  /** The last match of the row has ended. */
  ended(reported: KeptResults, resultId: string): void {
    this.byRow.get(reported)?.delete(resultId);
    if (reported.ids.length === 0) this.byRow.delete(reported);
  }

  private tableOf(reported: KeptResults): Map<string, number> {
    const table = new Map(reported.ids.map((id, at) => [id, at]));
    this.byRow.set(reported, table);
    return table;
  }
}
