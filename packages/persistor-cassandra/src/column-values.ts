/** Columns of the type bigint, which the driver gives as objects of 64 bits; all of ours are integers that JavaScript has. */

/** @param column nothing is 0. */
export function numberOf(column: unknown): number {
  if (typeof column === 'number') return column;
  return column === null || column === undefined ? 0 : (column as { toNumber(): number }).toNumber();
}
