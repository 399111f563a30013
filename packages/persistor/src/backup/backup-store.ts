/** Encodes the content of one store as frames of a backup, or as a whole backup. */
import { ItemKind, type StoreCut, type StoredItem } from '../store-cut.js';
import { BACKUP_MAGIC, BackupTally, encodeFrame } from './backup-format.js';

/** A frame is closed when its content exceeds this many bytes. */
const BYTES_PER_FRAME = 1 << 18;
/** Approximate overhead of an item in bytes. */
const ITEM_BYTES = 32;

export async function* backupFrames(partition: string, cut: StoreCut): AsyncGenerator<Buffer<ArrayBuffer>> {
  let items: StoredItem[] = [];
  let size = 0;
  for await (const batch of cut.items()) {
    for (const item of batch) {
      items.push(item);
      size += ITEM_BYTES + sizeOf(item);
    }
    if (size < BYTES_PER_FRAME) continue;
    yield encodeFrame([partition, items]);
    items = [];
    size = 0;
  }
  if (items.length > 0) yield encodeFrame([partition, items]);
}

/** A backup of one partition alone; `readPartition` reads it. */
export async function* writePartition(
  partition: string,
  cut: StoreCut,
  madeAt: number,
): AsyncGenerator<Uint8Array> {
  yield BACKUP_MAGIC;
  const tally = new BackupTally();
  const header = encodeFrame({ shards: 1, madeAt });
  tally.add(header);
  yield header;
  for await (const frame of backupFrames(partition, cut)) {
    tally.add(frame);
    yield frame;
  }
  yield encodeFrame(tally.end);
}

function sizeOf(item: StoredItem): number {
  return item[0] === ItemKind.Metadata ? item[2].length : item[3].length;
}
