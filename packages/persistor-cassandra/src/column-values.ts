/**
 * Columns of type bigint, which the driver returns as 64-bit objects; all values here are safe integers of JavaScript.
 */

/** @param column missing values are returned as 0. */
export function numberOf(column: unknown): number {
  if (typeof column === 'number') return column;
  return column === null || column === undefined ? 0 : (column as { toNumber(): number }).toNumber();
}
