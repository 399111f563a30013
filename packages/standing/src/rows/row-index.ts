/** Rows by what they are joined on. */
import type { StandingRow } from '../standing-operator.js';
import type { RankedBag } from './aggregates/ranked-bag.js';
import type { OriginTally } from './origins/origin-tally.js';
import { elementKey, exactKey } from './row-key.js';

export interface IndexedRow {
  readonly row: StandingRow;
  count: number;
  /** On the left of a step that looks for matches: how many there are. */
  matches: number;
  /** What those come from, where the plan tracks origins and the answer says so. */
  origins: OriginTally | undefined;
  /** On the left of a step that lists: a value of each of them. */
  values: RankedBag | undefined;
}

type Bucket = Map<string, IndexedRow>;

const NONE: ReadonlyMap<string, IndexedRow> = new Map();

export class RowIndex {
  private readonly buckets = new Map<string, Bucket>();

  /** @param positions of the row's columns that make the key. */
  constructor(private readonly positions: readonly number[]) {}

  keyOf(row: StandingRow): string {
    let key = '';
    for (const position of this.positions) key += elementKey(row[position]!);
    return key;
  }

  bucket(key: string): ReadonlyMap<string, IndexedRow> {
    return this.buckets.get(key) ?? NONE;
  }

  find(row: StandingRow): IndexedRow | undefined {
    return this.bucket(this.keyOf(row)).get(exactKey(row));
  }

  /** @returns the entry, also when nothing is left of it. */
  add(row: StandingRow, count: number): IndexedRow {
    const key = this.keyOf(row);
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      bucket = new Map();
      this.buckets.set(key, bucket);
    }
    const exact = exactKey(row);
    const known = bucket.get(exact);
    if (known === undefined) {
      const entry = { row, count, matches: 0, origins: undefined, values: undefined };
      bucket.set(exact, entry);
      return entry;
    }
    known.count += count;
    if (known.count === 0) {
      bucket.delete(exact);
      if (bucket.size === 0) this.buckets.delete(key);
    }
    return known;
  }

  clear(): void {
    this.buckets.clear();
  }
}
