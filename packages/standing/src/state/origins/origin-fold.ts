/**
 * Folds rows that differ only in their records into one row, so that a query with provenance has as many rows as one
 * without. The folded row has the records of the earliest of them, or of all.
 */
import type { OriginFolding } from '../../plan/row-plan.js';
import type { OriginSet } from '../../contract/origin.js';
import type { StandingRow } from '../../contract/delta.js';
import { RowBag } from '../../collections/row-bag.js';
import { exactKey } from '../../collections/row-key.js';
import { originsOfRow, withOrigins, withoutOrigins } from './origin-set.js';
import { OriginTally } from './origin-tally.js';

interface FoldedRow {
  readonly row: StandingRow;
  readonly origins: OriginTally;
  count: number;
}

export class OriginFold {
  private readonly folded = new Map<string, FoldedRow>();

  /** @param of whether the records of `one` row represent all, or the union of `all`. */
  constructor(private readonly of: OriginFolding) {}

  clear(): void {
    this.folded.clear();
  }

  /** @returns the changes in the folded rows when the rows change by `delta`. */
  change(delta: RowBag): RowBag {
    const touched = new Map<FoldedRow, { readonly count: number; readonly shown: OriginSet }>();
    for (const { row, count } of delta.rows()) {
      const entry = this.entryOf(row);
      if (!touched.has(entry)) touched.set(entry, { count: entry.count, shown: entry.origins.set() });
      entry.count += count;
      entry.origins.add(originsOfRow(row), count);
    }
    const changes = new RowBag();
    for (const [entry, before] of touched) {
      changes.add(withOrigins(entry.row, before.shown), -before.count);
      changes.add(withOrigins(entry.row, entry.origins.set()), entry.count);
      if (entry.origins.isEmpty) this.folded.delete(exactKey(entry.row));
    }
    return changes;
  }

  private entryOf(row: StandingRow): FoldedRow {
    const bare = withoutOrigins(row);
    const key = exactKey(bare);
    let entry = this.folded.get(key);
    if (entry === undefined) {
      entry = { row: bare, origins: new OriginTally(this.of), count: 0 };
      this.folded.set(key, entry);
    }
    return entry;
  }
}
