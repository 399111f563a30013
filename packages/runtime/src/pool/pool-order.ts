/**
 * Numbers of pools. All workers of a pool start and end together, and no two pools have the same number: each is
 * greater than those before, of any owner. The store records the number with the parts of the graph, so that a process
 * that stalled while opening some cannot take them from later pools.
 */

/** Maximum number of pools that one owner can start. */
const MOST_POOLS = 2 ** 20;

/** @param term of the owner; `undefined`: no other process can open the store. */
export function orderOf(term: number | undefined, pool: number): number {
  return (term ?? 0) * MOST_POOLS + pool;
}
