/**
 * Divides entries into requests, limited in count and bytes, with never two entries of one result in concurrent
 * requests.
 */
import type { EntryToSend } from '../connection/sent-entries.js';

export interface BatchLimits {
  readonly batch: number;
  readonly batchBytes: number;
  readonly parallelism: number;
}

/** Indices of the entries in one request. */
export type Request = readonly number[];

/**
 * @returns rounds of requests. The requests of a round may be sent concurrently; a round begins once the previous one
 * has been answered, so that the entries of a result arrive in order.
 */
export function roundsOf(
  entries: readonly EntryToSend[],
  entryIndexes: readonly number[],
  { batch, batchBytes, parallelism }: BatchLimits,
): Request[][] {
  const rounds: number[][][] = [];
  let round: number[][] = [];
  let keys = new Set<string>();
  let bytes = 0;
  for (const entryIndex of entryIndexes) {
    const { key, size } = entries[entryIndex]!;
    const last = round.at(-1);
    const isFull = last === undefined || last.length === batch || bytes + size > batchBytes;
    if (keys.has(key) || (isFull && round.length === parallelism)) {
      rounds.push(round);
      round = [];
      keys = new Set();
    }
    const open = round.at(-1);
    if (open === undefined || isFull) {
      round.push([entryIndex]);
      bytes = size;
    } else {
      open.push(entryIndex);
      bytes += size;
    }
    keys.add(key);
  }
  if (round.length > 0) rounds.push(round);
  return rounds;
}
