/**
 * The results that a node has reported and not canceled: row to the ids of its matches, oldest first. Most nodes have
 * one, which is stored without a table. Ids are stored as bytes: half the memory of their text.
 */
import { formatUuid, NODE_ID_BYTES, parseUuid } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { StandingRow } from '../../contract/delta.js';
import type { HeldResults, ReportedRow } from '../node/held-results.js';
import { type KeptResults, MOST_SEARCHED, ResultPositions } from './result-positions.js';
import { RowBag } from '../../collections/row-bag.js';
import { exactKey, isSameRow } from '../../collections/row-key.js';

export class ResultState implements HeldResults {
  private onlyRow: StandingRow | undefined = undefined;
  private onlyId: string | undefined = undefined;
  /** Keyed by `exactKey`, once there is a second row. */
  private many: Map<string, KeptResults> | undefined = undefined;
  /** Set while results are looked up by id. */
  private positions: ResultPositions | undefined = undefined;

  get isEmpty(): boolean {
    return this.onlyRow === undefined && (this.many === undefined || this.many.size === 0);
  }

  began(resultId: string, row: StandingRow): void {
    const id = packed(resultId);
    if (this.isEmpty) {
      this.many = undefined;
      this.onlyRow = row;
      this.onlyId = id;
      return;
    }
    const { many } = this;
    const key = exactKey(row);
    const known = (many ?? this.madeMany()).get(key);
    if (known === undefined) this.many!.set(key, { row, ids: [id] });
    else {
      known.ids.push(id);
      this.positions?.began(known);
    }
  }

  /** Removes the latest match of a row. @returns its id. */
  end(row: StandingRow): string | undefined {
    if (this.many === undefined) {
      const id = this.onlyId;
      if (id === undefined || !isSameRow(this.onlyRow!, row)) return undefined;
      this.onlyRow = undefined;
      this.onlyId = undefined;
      return unpacked(id);
    }
    const key = exactKey(row);
    const known = this.many.get(key);
    const id = known?.ids.pop();
    if (id === undefined) return undefined;
    this.positions?.ended(known!, id);
    if (known!.ids.length === 0) this.many.delete(key);
    return unpacked(id);
  }

  rows(): Iterable<ReportedRow> {
    return this.kept().map(({ row, ids }) => ({ row, ids: ids.map(unpacked) }));
  }

  countOf(row: StandingRow): number {
    return this.find(row)?.ids.length ?? 0;
  }

  /** The id of one of a row's matches; 0 is the oldest. */
  idAt(row: StandingRow, position: number): string | undefined {
    const id = this.find(row)?.ids[position];
    return id === undefined ? undefined : unpacked(id);
  }

  /** @returns the position of the match with the id among the matches of a row; `undefined` if there is none. */
  positionOf(row: StandingRow, resultId: string): number | undefined {
    const known = this.find(row);
    if (known === undefined) return undefined;
    const id = packed(resultId);
    if (known.ids.length > MOST_SEARCHED) return (this.positions ??= new ResultPositions()).find(known, id);
    const at = known.ids.indexOf(id);
    return at < 0 ? undefined : at;
  }

  /** Renames the match at a position of a row, if there is one. */
  rename(row: StandingRow, at: number, name: string): void {
    if (this.many === undefined) {
      if (at === 0 && this.onlyRow !== undefined && isSameRow(this.onlyRow, row)) this.onlyId = packed(name);
      return;
    }
    const known = this.find(row);
    const before = known?.ids[at];
    if (before === undefined) return;
    known!.ids[at] = packed(name);
    this.positions?.renamed(known!, at, before);
  }

  /** Whether it holds an index of results by id, until `dropPositionIndex`. */
  get hasPositionIndex(): boolean {
    return this.positions !== undefined;
  }

  dropPositionIndex(): void {
    this.positions = undefined;
  }

  asBag(): RowBag {
    const bag = new RowBag();
    for (const { row, ids } of this.kept()) bag.add(row, ids.length);
    return bag;
  }

  private kept(): readonly KeptResults[] {
    if (this.many !== undefined) return [...this.many.values()];
    return this.onlyRow === undefined ? [] : [{ row: this.onlyRow, ids: [this.onlyId!] }];
  }

  private find(row: StandingRow): KeptResults | undefined {
    if (this.many !== undefined) return this.many.get(exactKey(row));
    if (this.onlyRow === undefined || !isSameRow(this.onlyRow, row)) return undefined;
    return { row: this.onlyRow, ids: [this.onlyId!] };
  }

  private madeMany(): Map<string, KeptResults> {
    const row = this.onlyRow!;
    this.many = new Map([[exactKey(row), { row, ids: [this.onlyId!] }]]);
    this.onlyRow = undefined;
    this.onlyId = undefined;
    return this.many;
  }
}

/** An id that is not a UUID is unchanged. */
export function packed(resultId: string): string {
  if (resultId.length === NODE_ID_BYTES)
    throw new WeirError('internal', `The id of a result is not a UUID: ${resultId}`);
  const id = resultId.length === 36 ? parseUuid(resultId) : undefined;
  return id === undefined || formatUuid(id) !== resultId ? resultId : id;
}

export function unpacked(id: string): string {
  return id.length === NODE_ID_BYTES ? formatUuid(id as Parameters<typeof formatUuid>[0]) : id;
}
