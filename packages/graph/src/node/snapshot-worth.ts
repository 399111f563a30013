/**
 * When a snapshot is worth its bytes. Without one, waking a node reads and folds its journal; with one on every
 * sleep, a node with a million edges is written again for each edge that it gets.
 *
 * So a node keeps a balance: the bytes journalled since its last snapshot (with what each entry costs to find and
 * decode), less the size of that snapshot. When it is even, the next snapshot is paid for: all snapshots of a node
 * together are no larger than its journal, and waking reads no more than about twice what the node holds. The
 * first entry counts as a snapshot, which it is: a node with one entry needs none.
 */

/** Balance of a node that the store knows nothing of. */
export const NEVER_JOURNALLED = -(2 ** 30);

/** What an entry costs beside its bytes, in bytes: reading fifty small ones takes as long as reading some kilobytes. */
const ENTRY_COST = 64;
/** Below so many bytes a snapshot saves nothing that could be measured. */
const LEAST_WORTH = 512;
const MOST_BALANCE = 2 ** 30;
/** A node that never sleeps gets a snapshot too, or the first look at it after a restart would read all its past. */
const AWAKE_WORTH = 32 * 1024;

export function balanceAfterSnapshot(bytes: number): number {
  return -Math.min(MOST_BALANCE - 1, Math.max(LEAST_WORTH, bytes));
}

export function balanceAfterEntry(balance: number, bytes: number): number {
  if (balance === NEVER_JOURNALLED) return balanceAfterSnapshot(bytes);
  return Math.min(MOST_BALANCE, balance + bytes + ENTRY_COST);
}

/** Of a node that goes to sleep. */
export function isWorthSnapshot(balance: number): boolean {
  return balance >= 0;
}

/** Of a node that stays awake. */
export function isWorthSnapshotAwake(balance: number): boolean {
  return balance >= AWAKE_WORTH;
}
