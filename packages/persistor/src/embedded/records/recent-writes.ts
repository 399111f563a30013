/**
 * Which nodes were written lately: with each batch goes a list of the nodes that it writes, and a checkpoint deletes
 * the lists that are no longer wanted. One put more per batch, and no more bytes to make: the list is the batch's keys.
 */
import type { ClassicLevel } from 'classic-level';
import type { RecentWrite, WriteMark } from '../../persistor.js';
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

const DELETES_AT_ONCE = 10_000;

/** Numbers of the batches whose lists are stored: from the first to before the next. */
export interface BatchNumbers {
  readonly first: number;
  readonly next: number;
}

export async function batchNumbers(level: ClassicLevel<Buffer, Buffer>): Promise<BatchNumbers> {
  const range = { gte: RECENT_START, lt: RECENT_END, limit: 1 };
  const [first] = await level.keys(range).all();
  const [last] = await level.keys({ ...range, reverse: true }).all();
  if (first === undefined || last === undefined) return { first: 1, next: 1 };
  return { first: batchOfKey(first), next: batchOfKey(last) + 1 };
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

/**
 * Deletes the lists of batches from the first one on, each by its key: looking for them would pass all that were deleted
 * since LevelDB last compacted.
 */
export async function forgetBatches(
  level: ClassicLevel<Buffer, Buffer>,
  first: number,
  before: number,
): Promise<void> {
  for (let from = first; from < before; from += DELETES_AT_ONCE) {
    const deletes = level.batch();
    const end = Math.min(from + DELETES_AT_ONCE, before);
    for (let batch = from; batch < end; batch++) deletes.del(recentKey(batch));
    await deletes.write();
  }
}
