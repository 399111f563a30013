/**
 * Rows that differ in nothing but their records, as one row: so that a query that asks for provenance has no more rows
 * than one that doesn't. The row has the records of one of them, the earliest, or those of all.
 */
import type { StandingRow } from '../../standing-operator.js';
import { RowBag } from '../row-bag.js';
import { exactKey } from '../row-key.js';
import type { OriginFolding } from '../row-plan.js';
import {
  compareOriginSets,
  NO_ORIGINS,
  type OriginSet,
  originsOfRow,
  unionOf,
  withOrigins,
  withoutOrigins,
} from './origin-set.js';

interface FoldedRow {
  readonly row: StandingRow;
  readonly origins: Map<string, { readonly set: OriginSet; count: number }>;
  count: number;
  shown: OriginSet;
}

export class OriginFold {
  private readonly folded = new Map<string, FoldedRow>();

  /** @param of the records of `one` row stand for all, or those of `all`. */
  constructor(private readonly of: OriginFolding) {}

  clear(): void {
    this.folded.clear();
  }

  /** @returns what changes in the folded rows when the rows change by `delta`. */
  change(delta: RowBag): RowBag {
    const touched = new Map<FoldedRow, { readonly count: number; readonly shown: OriginSet }>();
    for (const { row, count } of delta.rows()) {
      const entry = this.entryOf(row);
      if (!touched.has(entry)) touched.set(entry, { count: entry.count, shown: entry.shown });
      this.add(entry, originsOfRow(row), count);
    }
    const changes = new RowBag();
    for (const [entry, before] of touched) {
      changes.add(withOrigins(entry.row, before.shown), -before.count);
      changes.add(withOrigins(entry.row, entry.shown), entry.count);
      if (entry.origins.size === 0) this.folded.delete(exactKey(entry.row));
    }
    return changes;
  }

  private entryOf(row: StandingRow): FoldedRow {
    const bare = withoutOrigins(row);
    const key = exactKey(bare);
    let entry = this.folded.get(key);
    if (entry === undefined) {
      entry = { row: bare, origins: new Map(), count: 0, shown: NO_ORIGINS };
      this.folded.set(key, entry);
    }
    return entry;
  }

  private add(entry: FoldedRow, set: OriginSet, count: number): void {
    const key = exactKey(set);
    const known = entry.origins.get(key);
    entry.count += count;
    if (known === undefined) {
      entry.origins.set(key, { set, count });
      const isFirst = entry.origins.size === 1;
      entry.shown = isFirst ? set : this.combined(entry.shown, set);
      return;
    }
    known.count += count;
    if (known.count !== 0) return;
    entry.origins.delete(key);
    if (this.of === 'all' || compareOriginSets(entry.shown, set) === 0) this.showAgain(entry);
  }

  private showAgain(entry: FoldedRow): void {
    let shown: OriginSet | undefined;
    for (const { set } of entry.origins.values()) {
      shown = shown === undefined ? set : this.combined(shown, set);
    }
    entry.shown = shown ?? NO_ORIGINS;
  }

  private combined(a: OriginSet, b: OriginSet): OriginSet {
    if (this.of === 'all') return unionOf(a, b);
    return compareOriginSets(b, a) < 0 ? b : a;
  }
}
