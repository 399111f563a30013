/**
 * What the memory store keeps of one write: a link in its node's chain, newest first. Bytes are kept as a string
 * with one char per byte: one small object on the heap instead of a view and a piece of a pool.
 */
import type { EventTime } from '@weir/model';

export class StoredRecord {
  constructor(
    readonly isSnapshot: boolean,
    readonly time: EventTime,
    private readonly text: string,
    /** The one before, in time. */
    readonly earlier: StoredRecord | undefined,
  ) {}

  static of(
    isSnapshot: boolean,
    time: EventTime,
    bytes: Uint8Array,
    earlier: StoredRecord | undefined,
  ): StoredRecord {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new StoredRecord(isSnapshot, time, view.toString('latin1'), earlier);
  }

  get bytes(): Uint8Array {
    return Buffer.from(this.text, 'latin1');
  }

  after(earlier: StoredRecord | undefined): StoredRecord {
    return new StoredRecord(this.isSnapshot, this.time, this.text, earlier);
  }
}

/** The chain with one more record in its place; a record of the same kind and time is replaced. */
export function withRecord(chain: StoredRecord | undefined, record: StoredRecord): StoredRecord {
  if (chain === undefined || chain.time < record.time) return record.after(chain);
  if (chain.time === record.time && chain.isSnapshot === record.isSnapshot)
    return record.after(chain.earlier);
  if (chain.time === record.time && record.isSnapshot) return record.after(chain);
  return chain.after(withRecord(chain.earlier, record));
}

/** The chain without its last snapshot before a time. */
export function withoutSnapshotBefore(chain: StoredRecord, time: EventTime): StoredRecord | undefined {
  const later: StoredRecord[] = [];
  let record: StoredRecord | undefined = chain;
  while (record !== undefined && !(record.isSnapshot && record.time < time)) {
    later.push(record);
    record = record.earlier;
  }
  return record === undefined ? chain : onTopOf(later, record.earlier);
}

/** What is later than the snapshot, on top of the snapshot. */
export function foldedInto(snapshot: StoredRecord, chain: StoredRecord | undefined): StoredRecord {
  const later: StoredRecord[] = [];
  for (let record = chain; record !== undefined && record.time > snapshot.time; record = record.earlier) {
    later.push(record);
  }
  return onTopOf(later, snapshot)!;
}

/** @param newestFirst links of a chain. */
function onTopOf(
  newestFirst: readonly StoredRecord[],
  base: StoredRecord | undefined,
): StoredRecord | undefined {
  return newestFirst.reduceRight<StoredRecord | undefined>((below, record) => record.after(below), base);
}
