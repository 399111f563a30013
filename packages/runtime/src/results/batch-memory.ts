/**
 * Packed results that are in memory, of all standing queries together: those that consumers have yet to take, up to
 * a number of bytes; the rest is read from the store when its turn comes.
 */
import type { LogEntry } from './log-entry.js';

const CAPACITY_BYTES = 32 * 1024 * 1024;
/** What the bytes of an entry take beside themselves, about: with many queries, batches are small. */
const BYTES_PER_ENTRY = 256;
/** Entries that were let go of stay in line until they are so many, and most of all. */
const GONE_AT_ONCE = 1024;

export class BatchMemory {
  /** Oldest first; those that were let go of have no bytes. */
  private line: LogEntry[] = [];
  /** The first of the line that may have bytes. */
  private oldest = 0;
  private keptEntries = 0;
  private bytes = 0;

  constructor(private readonly capacity = CAPACITY_BYTES) {}

  /** Entries in line: never many more than have bytes, whoever does not take his. */
  get lineLength(): number {
    return this.line.length;
  }

  /** The entry's bytes stay, and the oldest ones go for it if they must. */
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
