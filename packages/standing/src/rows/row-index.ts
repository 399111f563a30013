/** Rows by what they are joined on. */
import type { StandingRow } from '../standing-operator.js';
import type { CountedRow } from './row-bag.js';
import { elementKey, exactKey } from './row-key.js';

type Bucket = Map<string, CountedRow>;

const NONE: ReadonlyMap<string, CountedRow> = new Map();

export class RowIndex {
  private readonly buckets = new Map<string, Bucket>();

  /** @param positions of the row's columns that make the key. */
  constructor(private readonly positions: readonly number[]) {}

  keyOf(row: StandingRow): string {
    return joinKey(row, this.positions);
  }

  bucket(key: string): ReadonlyMap<string, CountedRow> {
    return this.buckets.get(key) ?? NONE;
  }

  /** @returns how often the row is there now. */
  add(row: StandingRow, count: number): number {
    const key = this.keyOf(row);
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      bucket = new Map();
      this.buckets.set(key, bucket);
    }
    const exact = exactKey(row);
    const known = bucket.get(exact);
    if (known === undefined) {
      bucket.set(exact, { row, count });
      return count;
    }
    known.count += count;
    if (known.count === 0) {
      bucket.delete(exact);
      if (bucket.size === 0) this.buckets.delete(key);
    }
    return known.count;
  }

  clear(): void {
    this.buckets.clear();
  }
}

/** What rows are joined by: which elements they have there. */
export function joinKey(row: StandingRow, positions: readonly number[]): string {
  let key = '';
  for (const position of positions) key += elementKey(row[position]!);
  return key;
}
