import type { Value } from '@weir/model';
import { RowBag } from './row-bag.js';

/**
 * Compact form of a multiset of rows. An array is a row that occurs once; any other value is the only column of such a
 * row.
 */
export type KeptRows = Value | RowBag;

/** @param rows not empty. */
export function keptRows(rows: RowBag): KeptRows {
  const { onlyRow } = rows;
  if (onlyRow === undefined) return rows;
  if (onlyRow.length !== 1) return onlyRow;
  const value = onlyRow[0]!;
  return Array.isArray(value) ? onlyRow : value;
}

export function bagOf(kept: KeptRows | undefined): RowBag {
  if (kept instanceof RowBag) return kept;
  const bag = new RowBag();
  if (kept !== undefined) bag.add(Array.isArray(kept) ? (kept as readonly Value[]) : [kept], 1);
  return bag;
}
