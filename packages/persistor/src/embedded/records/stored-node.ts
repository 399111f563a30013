/** Searches the store for the content of one node: backwards from a time, up to the newest snapshot before it. */
import type { EventTime, NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import type { Snapshot, StoredNode } from '../../persistor.js';
import { kindOfKey, nodeKey, RecordKind, timeOfKey } from './keys.js';

/**
 * Records per step back in time; most nodes have fewer in total. The driver allocates memory for this many with each
 * read, and frees it when the garbage collector, which is unaware of it, collects the iterator.
 */
const RECORDS_PER_READ = 8;
const BYTES_PER_READ = 32 * 1024;

/** @returns `undefined` if no record is that early. */
export async function readStored(
  level: ClassicLevel<Buffer, Buffer>,
  id: NodeId,
  asOf: EventTime,
): Promise<StoredNode | undefined> {
  const records = level.iterator({
    gte: nodeKey(id, 0, RecordKind.Entry),
    lte: nodeKey(id, asOf, RecordKind.Snapshot),
    reverse: true,
    highWaterMarkBytes: BYTES_PER_READ,
  });
  const journal: { time: EventTime; bytes: Uint8Array }[] = [];
  let snapshot: Snapshot | undefined;
  try {
    while (snapshot === undefined) {
      const read = await records.nextv(RECORDS_PER_READ);
      let bytesRead = 0;
      for (let i = 0; i < read.length && snapshot === undefined; i++) {
        const [key, bytes] = read[i]!;
        bytesRead += key.length + bytes.length;
        const record = { time: timeOfKey(key), bytes };
        if (kindOfKey(key) === RecordKind.Snapshot) snapshot = record;
        else journal.push(record);
      }
      // Fewer records and bytes than a step takes: these were the last.
      if (read.length < RECORDS_PER_READ && bytesRead <= BYTES_PER_READ) break;
    }
  } finally {
    await records.close();
  }
  if (snapshot === undefined && journal.length === 0) return undefined;
  journal.reverse();
  return { snapshot, journal };
}
