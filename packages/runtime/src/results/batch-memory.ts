/**
 * Packed results of all standing queries that are kept in memory: results that consumers have yet to take, up to a
 * number of bytes. The rest is read from the store when needed.
 */
import type { LogEntry } from './log-entry.js';

const CAPACITY_BYTES = 32 * 1024 * 1024;
/** Approximate overhead of an entry in bytes; with many queries, batches are small. */
const BYTES_PER_ENTRY = 256;
/** Released entries stay in the line until there are this many and they are the majority. */
const GONE_AT_ONCE = 1024;

export class BatchMemory {
  /** Oldest first; released entries have no bytes. */
  private line: LogEntry[] = [];
  /** Index of the first entry that may have bytes. */
  private oldest = 0;
  private keptEntries = 0;
  private bytes = 0;

  constructor(private readonly capacity = CAPACITY_BYTES) {}

  /** Number of entries in the line: never many more than have bytes, whichever consumers are slow. */
  get lineLength(): number {
    return this.line.length;
  }

  /** Keeps the entry's bytes, and releases the oldest ones if necessary. */
  keep(entry: LogEntry): void {
    if (entry.bytes === undefined) return;
    this.line.push(entry);
    this.keptEntries++;
    this.bytes += entry.bytes.length + BYTES_PER_ENTRY;
    const newest = this.line.length - 1;
    while (this.oldest < newest) {
      const head = this.line[this.oldest]!;
      if (head.bytes !== undefined && this.bytes <= this.capacity) break;
      this.release(head);
      this.oldest++;
    }
    if (this.line.length > 2 * this.keptEntries + GONE_AT_ONCE) this.compact();
  }

  release(entry: LogEntry): void {
    if (entry.bytes === undefined) return;
    this.keptEntries--;
    this.bytes -= entry.bytes.length + BYTES_PER_ENTRY;
    entry.bytes = undefined;
  }

  private compact(): void {
    this.line = this.line.filter(entry => entry.bytes !== undefined);
    this.oldest = 0;
  }
}
