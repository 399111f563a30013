/**
 * Storage of the memory store's node records: appended to large pages outside the heap, each with the address of the
 * previous record of the same node. A million records cost the garbage collector nothing. Records are never changed. A
 * chain with a record inserted or removed consists of new records, and the old ones are garbage until the store copies
 * the live ones into another arena.
 *
 *     record: kind u8 (1 snapshot, 0 entry) | time f64 | address of the previous record f64 | length u32 | bytes
 */
import type { EventTime } from '@weir/model';

/** Address of a record: page number times `PAGE_BYTES` plus the offset in the page. */
export type Address = number;

/** No record. */
export const NOTHING: Address = -1;

const PAGE_BYTES = 1 << 20;
const TIME_AT = 1;
const EARLIER_AT = 9;
const LENGTH_AT = 17;
const HEADER_BYTES = 21;

export class RecordArena {
  private readonly pages: Buffer[] = [];
  private page = Buffer.alloc(0);
  private used = 0;
  /** Bytes of all records, including garbage. */
  size = 0;

  append(isSnapshot: boolean, time: EventTime, bytes: Uint8Array, earlier: Address): Address {
    const length = bytes.length;
    const at = this.room(HEADER_BYTES + length);
    const page = this.page;
    page[at] = isSnapshot ? 1 : 0;
    page.writeDoubleLE(time, at + TIME_AT);
    page.writeDoubleLE(earlier, at + EARLIER_AT);
    page.writeUInt32LE(length, at + LENGTH_AT);
    page.set(bytes, at + HEADER_BYTES);
    return (this.pages.length - 1) * PAGE_BYTES + at;
  }

  isSnapshot(address: Address): boolean {
    return this.pageOf(address)[address % PAGE_BYTES] === 1;
  }

  time(address: Address): EventTime {
    return this.pageOf(address).readDoubleLE((address % PAGE_BYTES) + TIME_AT);
  }

  earlier(address: Address): Address {
    return this.pageOf(address).readDoubleLE((address % PAGE_BYTES) + EARLIER_AT);
  }

  /** Returns a view, which must not be changed. */
  bytes(address: Address): Uint8Array {
    const page = this.pageOf(address);
    const start = (address % PAGE_BYTES) + HEADER_BYTES;
    return page.subarray(start, start + page.readUInt32LE(start - HEADER_BYTES + LENGTH_AT));
  }

  /** Bytes that a record takes. */
  weight(address: Address): number {
    return HEADER_BYTES + this.pageOf(address).readUInt32LE((address % PAGE_BYTES) + LENGTH_AT);
  }

  private pageOf(address: Address): Buffer {
    return this.pages[Math.floor(address / PAGE_BYTES)]!;
  }

  /** Start of `wanted` free bytes in `page`; a record larger than a page gets a separate one. */
  private room(wanted: number): number {
    if (this.used + wanted > this.page.length) {
      this.page = Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, wanted));
      this.pages.push(this.page);
      this.used = 0;
    }
    const at = this.used;
    this.used += wanted;
    this.size += wanted;
    return at;
  }
}
