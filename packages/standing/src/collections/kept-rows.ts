import type { StandingRow } from '../contract/delta.js';
import { RowBag } from './row-bag.js';

/** Compact form of a multiset of rows: a bare row occurs once. */
export type KeptRows = StandingRow | RowBag;

/** @param rows not empty. */
export function keptRows(rows: RowBag): KeptRows {
  return rows.onlyRow ?? rows;
}

export function bagOf(kept: KeptRows | undefined): RowBag {
  if (kept instanceof RowBag) return kept;
  const bag = new RowBag();
  if (kept !== undefined) bag.add(kept, 1);
  return bag;
}
