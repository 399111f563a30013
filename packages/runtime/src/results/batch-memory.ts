/**
 * Packed results that are in memory, of all standing queries together: those that consumers have yet to take, up to
 * a number of bytes; the rest is read from the store when its turn comes.
 */
import type { LogEntry } from './log-entry.js';

const CAPACITY_BYTES = 32 * 1024 * 1024;
/** Entries at the head of the line that are let go of together. */
const GONE_AT_ONCE = 1024;

export class BatchMemory {
  private kept: LogEntry[] = [];
  private oldest = 0;
  private bytes = 0;

  constructor(private readonly capacity = CAPACITY_BYTES) {}

  /** The entry's bytes stay, and the oldest ones go for it if they must. */
  keep(entry: LogEntry): void {
    if (entry.bytes === undefined) return;
    this.kept.push(entry);
    this.bytes += entry.bytes.length;
    const newest = this.kept.length - 1;
    while (this.oldest < newest) {
      const head = this.kept[this.oldest]!;
      if (head.bytes !== undefined && this.bytes <= this.capacity) break;
      this.release(head);
      this.oldest++;
    }
    if (this.oldest >= GONE_AT_ONCE) {
      this.kept.splice(0, this.oldest);
      this.oldest = 0;
    }
  }

  release(entry: LogEntry): void {
    this.bytes -= entry.bytes?.length ?? 0;
    entry.bytes = undefined;
  }
}
