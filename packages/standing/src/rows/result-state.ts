/** The results that a node has reported and not cancelled: row to the ids of its matches, oldest first. */
import type { StandingRow } from '../standing-operator.js';
import { MOST_SEARCHED, ResultPlaces } from './result-places.js';
import { LeanMap } from './lean-map.js';
import { RowBag } from './row-bag.js';
import { exactKey } from './row-key.js';

export interface ReportedRow {
  readonly row: StandingRow;
  readonly ids: string[];
}

export class ResultState {
  private readonly byRow = new LeanMap<string, ReportedRow>();
  /** While results are looked for by their ids. */
  private places: ResultPlaces | undefined = undefined;

  get isEmpty(): boolean {
    return this.byRow.size === 0;
  }

  began(resultId: string, row: StandingRow): void {
    const key = exactKey(row);
    const known = this.byRow.get(key);
    if (known === undefined) this.byRow.set(key, { row, ids: [resultId] });
    else {
      known.ids.push(resultId);
      this.places?.began(known);
    }
  }

  /** Takes the latest match of a row. @returns its id. */
  end(row: StandingRow): string | undefined {
    const key = exactKey(row);
    const known = this.byRow.get(key);
    const resultId = known?.ids.pop();
    if (resultId !== undefined) this.places?.ended(known!, resultId);
    if (known?.ids.length === 0) this.byRow.delete(key);
    return resultId;
  }

  rows(): Iterable<ReportedRow> {
    return this.byRow.values();
  }

  of(row: StandingRow): ReportedRow | undefined {
    return this.byRow.get(exactKey(row));
  }

  /** @returns where the match with the id stands among those of a row; `undefined`: there is none. */
  placeOf(reported: ReportedRow, resultId: string): number | undefined {
    const { ids } = reported;
    if (ids.length > MOST_SEARCHED) return (this.places ??= new ResultPlaces()).find(reported, resultId);
    const at = ids.indexOf(resultId);
    return at < 0 ? undefined : at;
  }

  rename(reported: ReportedRow, at: number, name: string): void {
    const before = reported.ids[at]!;
    reported.ids[at] = name;
    this.places?.renamed(reported, at, before);
  }

  /** It keeps something to find results by their ids, until `forgetPlaces`. */
  get hasPlaces(): boolean {
    return this.places !== undefined;
  }

  forgetPlaces(): void {
    this.places = undefined;
  }

  asBag(): RowBag {
    const bag = new RowBag();
    for (const { row, ids } of this.byRow.values()) bag.add(row, ids.length);
    return bag;
  }
}
