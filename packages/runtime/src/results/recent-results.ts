/**
 * Recently unpacked results of all standing queries. Readers of the same results get the same objects, so that derived
 * data can be shared too. The oldest batches are dropped first; at least one is kept.
 */
import type { StandingOutput } from '@weir/contract';
import { type UnpackedBatch, unpackBatch } from '@weir/graph';
import type { LogEntry } from './log-entry.js';

/** Size of packed batches; unpacked they take several times as much. */
const CAPACITY_BYTES = 2 * 1024 * 1024;

export interface RecentBatch {
  readonly batch: UnpackedBatch;
  /** Indexed by position in the batch; set on first read. */
  readonly outputs: (StandingOutput | undefined)[];
  readonly packedBytes: number;
}

export class RecentResults {
  /** Ordered by time of unpacking, oldest first. */
  private readonly batches = new Map<LogEntry, RecentBatch>();
  private bytes = 0;

  constructor(private readonly capacity = CAPACITY_BYTES) {}

  of(entry: LogEntry): RecentBatch | undefined {
    return this.batches.get(entry);
  }

  /** @param bytes of the entry, unpacked here. */
  unpack(entry: LogEntry, bytes: Uint8Array): RecentBatch {
    const recent = { batch: unpackBatch(bytes), outputs: [], packedBytes: bytes.length };
    this.bytes += bytes.length - (this.batches.get(entry)?.packedBytes ?? 0);
    this.batches.set(entry, recent);
    for (const [oldest] of this.batches) {
      if (this.bytes <= this.capacity || oldest === entry) break;
      this.drop(oldest);
    }
    return recent;
  }

  /** Drops an entry that no other reader will need soon. */
  drop(entry: LogEntry): void {
    this.bytes -= this.batches.get(entry)?.packedBytes ?? 0;
    this.batches.delete(entry);
  }

  get size(): number {
    return this.batches.size;
  }
}
