/**
 * Tracks recently written nodes: each batch includes a list of the nodes it writes, and a checkpoint deletes the lists
 * that are not needed any longer. Costs one more put per batch and no encoding, because the list consists of the
 * batch's keys.
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

/** Numbers of the batches whose lists are stored: `first` inclusive, `next` exclusive. */
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
 * Deletes the lists of batches from the first one on, each by its key. A search would visit every list deleted since
 * LevelDB's last compaction.
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
