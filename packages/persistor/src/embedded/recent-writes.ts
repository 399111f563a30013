/**
 * Which nodes were written lately: with each batch goes a list of the nodes that it writes, and a checkpoint deletes
 * the lists that are no longer wanted. One put more per batch, and no more bytes to make: the list is the batch's keys.
 */
import type { ClassicLevel } from 'classic-level';
import type { RecentWrite, WriteMark } from '../persistor.js';
import {
  batchOfKey,
  idOfKey,
  kindOfKey,
  RECENT_END,
  RECENT_START,
  recentKey,
  RecordKind,
  splitNodeKeys,
  timeOfKey,
} from './keys.js';

/** The number for the next batch. */
export async function nextBatchNumber(level: ClassicLevel<Buffer, Buffer>): Promise<number> {
  const [last] = await level.keys({ gte: RECENT_START, lt: RECENT_END, reverse: true, limit: 1 }).all();
  return last === undefined ? 1 : batchOfKey(last) + 1;
}

export async function* recentWrites(
  level: ClassicLevel<Buffer, Buffer>,
): AsyncGenerator<readonly RecentWrite[]> {
  const range = { gte: RECENT_START, lt: RECENT_END, fillCache: false };
  for await (const [key, keys] of level.iterator(range)) {
    const end = (batchOfKey(key) + 1) as WriteMark;
    yield splitNodeKeys(keys).map(each => ({
      id: idOfKey(each),
      time: timeOfKey(each),
      isEntry: kindOfKey(each) === RecordKind.Entry,
      end,
    }));
  }
}

/** Batches before a number. */
export async function forgetBatches(level: ClassicLevel<Buffer, Buffer>, before: number): Promise<void> {
  await level.clear({ gte: RECENT_START, lt: recentKey(before) });
}
