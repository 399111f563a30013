/** A multiset of rows. Counts may be negative while it holds a difference; an entry with count 0 is not kept. */
import type { Delta, StandingRow } from '../standing-operator.js';
import { exactKey } from './row-key.js';

export interface CountedRow {
  readonly row: StandingRow;
  count: number;
}

export class RowBag {
  private readonly entries = new Map<string, CountedRow>();

  get size(): number {
    return this.entries.size;
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  countOf(row: StandingRow): number {
    return this.entries.get(exactKey(row))?.count ?? 0;
  }

  add(row: StandingRow, count: number): void {
    if (count === 0) return;
    const key = exactKey(row);
    const known = this.entries.get(key);
    if (known === undefined) this.entries.set(key, { row, count });
    else {
      known.count += count;
      if (known.count === 0) this.entries.delete(key);
    }
  }

  addAll(rows: Iterable<CountedRow>, sign: 1 | -1 = 1): void {
    for (const { row, count } of rows) this.add(row, count * sign);
  }

  rows(): IterableIterator<CountedRow> {
    return this.entries.values();
  }

  /** As messages and events carry rows: each with its count at the end. */
  packed(): StandingRow[] {
    const packed: StandingRow[] = [];
    for (const { row, count } of this.entries.values()) packed.push([...row, count]);
    return packed;
  }

  addPacked(rows: readonly StandingRow[]): void {
    for (const row of rows) this.add(row.slice(0, -1), row[row.length - 1] as number);
  }

  clear(): void {
    this.entries.clear();
  }
}

/** What has to be added to `before` to make it `after`. */
export function difference(before: RowBag, after: RowBag): RowBag {
  const delta = new RowBag();
  delta.addAll(after.rows());
  delta.addAll(before.rows(), -1);
  return delta;
}

/**
 * What a report changes. A difference may be left over from an earlier subscription; then the answer to the
 * present one is still to come and replaces everything, so what can't be taken away is left out.
 */
export function changesOf(known: RowBag, delta: Delta): RowBag {
  const told = new RowBag();
  told.addPacked(delta.added);
  if (delta.reset) return difference(known, told);
  const changes = new RowBag();
  for (const { row, count } of told.rows()) changes.add(row, Math.max(count, -known.countOf(row)));
  return changes;
}

export function negated(rows: RowBag): RowBag {
  const negative = new RowBag();
  negative.addAll(rows.rows(), -1);
  return negative;
}
