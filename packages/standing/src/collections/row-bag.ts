/**
 * A multiset of rows. Counts may be negative while it represents a difference; entries with count 0 are removed.
 * Millions of bags hold one row, which is inline, without its key.
 */
import type { Value } from '@weir/model';
import type { Delta, StandingRow } from '../contract/delta.js';
import { exactKey, isSameRow } from './row-key.js';

export interface CountedRow {
  readonly row: StandingRow;
  count: number;
}

const NO_ENTRIES: readonly CountedRow[] = [];

export class RowBag {
  private only: CountedRow | undefined = undefined;
  /** Rows by key, once there is a second one. */
  private many: Map<string, CountedRow> | undefined = undefined;

  get size(): number {
    return this.many === undefined ? Number(this.only !== undefined) : this.many.size;
  }

  get isEmpty(): boolean {
    return this.only === undefined && (this.many === undefined || this.many.size === 0);
  }

  /** Whether no count is negative. */
  get isPositive(): boolean {
    for (const { count } of this.rows()) if (count < 0) return false;
    return true;
  }

  /** The only row, if the bag has exactly one row with count 1. */
  get onlyRow(): StandingRow | undefined {
    return this.only?.count === 1 ? this.only.row : undefined;
  }

  countOf(row: StandingRow): number {
    if (this.many !== undefined) return this.many.get(exactKey(row))?.count ?? 0;
    return this.only !== undefined && isSameRow(this.only.row, row) ? this.only.count : 0;
  }

  /** @returns the new count of the row. */
  add(row: StandingRow, count: number): number {
    if (count === 0) return this.countOf(row);
    const { only } = this;
    if (this.many !== undefined) return this.addToMany(this.many, row, count);
    if (only === undefined) {
      this.only = { row, count };
      return count;
    }
    if (isSameRow(only.row, row)) {
      only.count += count;
      if (only.count === 0) this.only = undefined;
      return only.count;
    }
    this.many = new Map([[exactKey(only.row), only]]);
    this.only = undefined;
    return this.addToMany(this.many, row, count);
  }

  private addToMany(many: Map<string, CountedRow>, row: StandingRow, count: number): number {
    const key = exactKey(row);
    const known = many.get(key);
    if (known === undefined) {
      many.set(key, { row, count });
      return count;
    }
    known.count += count;
    if (known.count === 0) many.delete(key);
    return known.count;
  }

  addAll(rows: Iterable<CountedRow>, sign: 1 | -1 = 1): void {
    for (const { row, count } of rows) this.add(row, count * sign);
  }

  rows(): Iterable<CountedRow> {
    if (this.many !== undefined) return this.many.values();
    return this.only === undefined ? NO_ENTRIES : [this.only];
  }

  /** Rows in the form used in messages and events: each with its count at the end. */
  packed(): StandingRow[] {
    const packed: StandingRow[] = [];
    for (const { row, count } of this.rows()) packed.push(withCount(row, count));
    return packed;
  }

  addPacked(rows: readonly StandingRow[]): void {
    for (const row of rows) this.add(row.slice(0, -1), row[row.length - 1] as number);
  }

  clear(): void {
    this.only = undefined;
    this.many = undefined;
  }
}

/** Like `row.concat(count)`, which takes ten times as long. */
function withCount(row: StandingRow, count: number): StandingRow {
  const { length } = row;
  const packed = new Array<Value>(length + 1);
  for (let i = 0; i < length; i++) packed[i] = row[i]!;
  packed[length] = count;
  return packed;
}

/** Returns the changes that turn `before` into `after`. */
export function difference(before: RowBag, after: RowBag): RowBag {
  const delta = new RowBag();
  delta.addAll(after.rows());
  delta.addAll(before.rows(), -1);
  return delta;
}

/**
 * Returns the changes that a report makes. A difference may belong to an earlier subscription; then the answer to the
 * current one is still in flight and replaces everything, so rows that cannot be removed are ignored.
 */
export function changesOf(known: RowBag, delta: Delta): RowBag {
  return reportedChanges(known, reportedRows(delta), delta);
}

export function reportedRows({ added }: Delta): RowBag {
  const reported = new RowBag();
  reported.addPacked(added);
  return reported;
}

/** `changesOf` with the report's rows already extracted. May return `reported` itself. */
export function reportedChanges(known: RowBag, reported: RowBag, delta: Delta): RowBag {
  if (known.isEmpty && reported.isPositive) return reported;
  if (delta.reset) return difference(known, reported);
  const changes = new RowBag();
  for (const { row, count } of reported.rows()) changes.add(row, Math.max(count, -known.countOf(row)));
  return changes;
}

/** Returns the number of rows, with repetitions. */
export function totalOf(rows: RowBag): number {
  let total = 0;
  for (const { count } of rows.rows()) total += count;
  return total;
}

export function negated(rows: RowBag): RowBag {
  const negative = new RowBag();
  negative.addAll(rows.rows(), -1);
  return negative;
}
