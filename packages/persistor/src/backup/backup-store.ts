/** The parts of a backup that hold one store, as frames. */
import { ItemKind, type StoreCut, type StoredItem } from '../store-cut.js';
import { encodeFrame } from './backup-format.js';

/** A frame is closed past so many bytes of content. */
const BYTES_PER_FRAME = 1 << 18;
/** What an item costs beside its bytes, roughly. */
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

function sizeOf(item: StoredItem): number {
  return item[0] === ItemKind.Metadata ? item[2].length : item[3].length;
}
