/**
 * Which nodes were written lately: with each batch goes a list of the nodes that it writes, and a checkpoint deletes
 * the lists that are no longer wanted. One put more per batch, and no more bytes to make: the list is the batch's keys.
 */
import type { NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import { batchOfKey, idsOfKeys, RECENT_END, RECENT_START, recentKey } from './keys.js';

/** The number for the next batch. */
export async function nextBatchNumber(level: ClassicLevel<Buffer, Buffer>): Promise<number> {
  const [last] = await level.keys({ gte: RECENT_START, lt: RECENT_END, reverse: true, limit: 1 }).all();
  return last === undefined ? 1 : batchOfKey(last) + 1;
}

export async function* recentIds(level: ClassicLevel<Buffer, Buffer>): AsyncGenerator<readonly NodeId[]> {
  for await (const keys of level.values({ gte: RECENT_START, lt: RECENT_END, fillCache: false })) {
    yield idsOfKeys(keys);
  }
}

export async function forgetBatches(level: ClassicLevel<Buffer, Buffer>, before: number): Promise<void> {
  await level.clear({ gte: RECENT_START, lt: recentKey(before) });
}
