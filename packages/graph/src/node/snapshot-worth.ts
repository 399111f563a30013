/**
 * Decides when a snapshot is worth its bytes. Without snapshots, waking a node reads and folds its whole journal. With
 * one on every sleep, a node with a million edges is rewritten for each edge that it gets.
 *
 * So a node keeps a balance: the bytes journaled since its last snapshot (plus what each entry costs to find and
 * decode), minus the size of that snapshot. At zero, the next snapshot is paid for. All snapshots of a node together
 * are then no larger than its journal, and waking reads no more than about twice the node's content. The first entry
 * counts as a snapshot, so a node with one entry needs none.
 */

/** Balance of a node that is not in the store. */
export const NEVER_JOURNALLED = -(2 ** 30);

/**
 * Cost of an entry in addition to its bytes, in bytes. Reading fifty small entries takes as long as reading some
 * kilobytes.
 */
const ENTRY_COST = 64;
/** Size in bytes below which a snapshot saves no measurable time. */
const LEAST_WORTH = 512;
const MOST_BALANCE = 2 ** 30;
/**
 * A node that never sleeps also gets snapshots; otherwise its first read after a restart would read its whole history.
 */
const AWAKE_WORTH = 32 * 1024;

export function balanceAfterSnapshot(bytes: number): number {
  return -Math.min(MOST_BALANCE - 1, Math.max(LEAST_WORTH, bytes));
}

export function balanceAfterEntry(balance: number, bytes: number): number {
  if (balance === NEVER_JOURNALLED) return balanceAfterSnapshot(bytes);
  return Math.min(MOST_BALANCE, balance + bytes + ENTRY_COST);
}

/** For a node that is about to sleep. */
export function isWorthSnapshot(balance: number): boolean {
  return balance >= 0;
}

/** For a node that stays awake. */
export function isWorthSnapshotAwake(balance: number): boolean {
  return balance >= AWAKE_WORTH;
}
