/**
 * All workers of a graph begin and end together, and no two such pools have the same number: each is greater than those
 * before, of whichever owner. The store holds the parts of the graph under it, so that a process that stood still while it
 * opened some can't take them from those that came after it.
 */

/** That one owner can start. */
const MOST_POOLS = 2 ** 20;

/** @param term of the owner; `undefined`: nobody else can open the store. */
export function orderOf(term: number | undefined, pool: number): number {
  return (term ?? 0) * MOST_POOLS + pool;
}
