/** A cut of a LevelDB, based on LevelDB's own snapshot and read from the first key to the last. */
import type { ClassicLevel } from 'classic-level';
import { ItemKind, type StoreCut, type StoredItem } from '../../store-cut.js';
import {
  CONTENT_END,
  CONTENT_START,
  idOfKey,
  isMetadataKey,
  isNodeKey,
  isResultKey,
  kindOfKey,
  metadataName,
  queryOfKey,
  RecordKind,
  sequenceOfKey,
  timeOfKey,
} from './keys.js';

const RECORDS_PER_READ = 1000;
const BYTES_PER_READ = 1 << 18;

export class LevelCut implements StoreCut {
  private readonly snapshot;

  constructor(private readonly level: ClassicLevel<Buffer, Buffer>) {
    this.snapshot = level.snapshot();
  }

  async *items(): AsyncGenerator<readonly StoredItem[]> {
    const records = this.level.iterator({
      gte: CONTENT_START,
      lt: CONTENT_END,
      snapshot: this.snapshot,
      fillCache: false,
      highWaterMarkBytes: BYTES_PER_READ,
    });
    try {
      for (;;) {
        const read = await records.nextv(RECORDS_PER_READ);
        if (read.length === 0) return;
        const items: StoredItem[] = [];
        for (const [key, value] of read) {
          const item = toItem(key, value);
          if (item !== undefined) items.push(item);
        }
        yield items;
      }
    } finally {
      await records.close();
    }
  }

  close(): Promise<void> {
    return this.snapshot.close();
  }
}

function toItem(key: Buffer, bytes: Buffer): StoredItem | undefined {
  if (isNodeKey(key)) {
    const kind = kindOfKey(key) === RecordKind.Snapshot ? ItemKind.Snapshot : ItemKind.Entry;
    return [kind, idOfKey(key), timeOfKey(key), bytes];
  }
  if (isResultKey(key)) return [ItemKind.Results, queryOfKey(key), sequenceOfKey(key), bytes];
  if (isMetadataKey(key)) return [ItemKind.Metadata, metadataName(key), bytes];
  return undefined;
}
