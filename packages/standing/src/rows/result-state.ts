/** The results that a node has reported and not cancelled: row to the ids of its matches, oldest first. */
import type { StandingRow } from '../standing-operator.js';
import { RowBag } from './row-bag.js';
import { exactKey } from './row-key.js';

export interface ReportedRow {
  readonly row: StandingRow;
  readonly ids: string[];
}

export class ResultState {
  private readonly byRow = new Map<string, ReportedRow>();

  get isEmpty(): boolean {
    return this.byRow.size === 0;
  }

  began(resultId: string, row: StandingRow): void {
    const key = exactKey(row);
    const known = this.byRow.get(key);
    if (known === undefined) this.byRow.set(key, { row, ids: [resultId] });
    else known.ids.push(resultId);
  }

  /** Takes the latest match of a row. @returns its id. */
  end(row: StandingRow): string | undefined {
    const key = exactKey(row);
    const known = this.byRow.get(key);
    const resultId = known?.ids.pop();
    if (known?.ids.length === 0) this.byRow.delete(key);
    return resultId;
  }

  rows(): IterableIterator<ReportedRow> {
    return this.byRow.values();
  }

  of(row: StandingRow): ReportedRow | undefined {
    return this.byRow.get(exactKey(row));
  }

  asBag(): RowBag {
    const bag = new RowBag();
    for (const { row, ids } of this.byRow.values()) bag.add(row, ids.length);
    return bag;
  }
}
