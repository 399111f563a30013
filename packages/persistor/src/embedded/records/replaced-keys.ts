/** Keys that become obsolete with a new snapshot. */
import type { EventTime, NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import { END_OF_TIME } from '../../base-persistor.js';
import { kindOfKey, nodeKey, RecordKind } from './keys.js';

const KEYS_PER_READ = 1000;

/** Entries and snapshots of a node up to a time, except a snapshot at that time. */
export async function* historyKeys(
  level: ClassicLevel<Buffer, Buffer>,
  id: NodeId,
  time: EventTime,
): AsyncGenerator<readonly Buffer[]> {
  const keys = level.keys({
    gte: nodeKey(id, 0, RecordKind.Entry),
    lte: nodeKey(id, time, RecordKind.Entry),
    fillCache: false,
  });
  yield* batchesOf(keys);
}

/** The newest snapshot of a node. */
export async function newestSnapshotKey(
  level: ClassicLevel<Buffer, Buffer>,
  id: NodeId,
): Promise<Buffer | undefined> {
  const keys = level.keys({
    gte: nodeKey(id, 0, RecordKind.Entry),
    lte: nodeKey(id, END_OF_TIME, RecordKind.Snapshot),
    reverse: true,
  });
  for await (const batch of batchesOf(keys)) {
    const found = batch.find(key => kindOfKey(key) === RecordKind.Snapshot);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function* batchesOf(keys: {
  nextv(count: number): Promise<Buffer[]>;
  close(): Promise<void>;
}): AsyncGenerator<readonly Buffer[]> {
  try {
    for (;;) {
      const batch = await keys.nextv(KEYS_PER_READ);
      if (batch.length === 0) return;
      yield batch;
    }
  } finally {
    await keys.close();
  }
}
