/**
 * Results that were unpacked of late, of all standing queries together: who reads where somebody else has just read gets
 * the same objects, so that what is made of them can be shared too. The oldest batches go first; one always stays.
 */
import type { StandingOutput } from '@weir/contract';
import { type UnpackedBatch, unpackBatch } from '@weir/graph';
import type { LogEntry } from './log-entry.js';

/** Of batches as they are packed; unpacked they take several times as much. */
const CAPACITY_BYTES = 2 * 1024 * 1024;

export interface RecentBatch {
  readonly batch: UnpackedBatch;
  /** By their place in the batch, once somebody has read them. */
  readonly outputs: (StandingOutput | undefined)[];
  readonly packedBytes: number;
}

export class RecentResults {
  /** The one that was unpacked first comes first. */
  private readonly batches = new Map<LogEntry, RecentBatch>();
  private bytes = 0;

  constructor(private readonly capacity = CAPACITY_BYTES) {}

  of(entry: LogEntry): RecentBatch | undefined {
    return this.batches.get(entry);
  }

  /** @param bytes the entry's, unpacked here. */
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

  /** Nobody else will read it soon. */
  drop(entry: LogEntry): void {
    this.bytes -= this.batches.get(entry)?.packedBytes ?? 0;
    this.batches.delete(entry);
  }

  get size(): number {
    return this.batches.size;
  }
}
