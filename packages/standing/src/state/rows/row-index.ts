import type { StandingRow } from '../../contract/delta.js';
import { LeanMap } from '../../collections/lean-map.js';
import { type CountedRow, RowBag } from '../../collections/row-bag.js';
import { elementKey } from '../../collections/row-key.js';

const NONE: readonly CountedRow[] = [];

export class RowIndex {
  private readonly buckets = new LeanMap<string, RowBag>();

  /** @param positions columns of the row that form the key. */
  constructor(private readonly positions: readonly number[]) {}

  keyOf(row: StandingRow): string {
    return joinKey(row, this.positions);
  }

  bucket(key: string): Iterable<CountedRow> {
    return this.buckets.get(key)?.rows() ?? NONE;
  }

  /** @returns the new count of the row. */
  add(row: StandingRow, count: number): number {
    const key = this.keyOf(row);
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      bucket = new RowBag();
      this.buckets.set(key, bucket);
    }
    const now = bucket.add(row, count);
    if (bucket.isEmpty) this.buckets.delete(key);
    return now;
  }

  clear(): void {
    this.buckets.clear();
  }
}

/** Returns the join key of a row: the identities of the elements at these positions. */
export function joinKey(row: StandingRow, positions: readonly number[]): string {
  let key = '';
  for (const position of positions) key += elementKey(row[position]!);
  return key;
}
