/** The batches of a log that are kept, in order and without gaps. */
import type { LedgerRecord } from './ledger-record.js';
import type { LogEntry } from './log-entry.js';

export class EntryList {
  private entries: LogEntry[] = [];
  private positionOfFirst = 0;
  private positionOfEnd = 0;

  get first(): number {
    return this.positionOfFirst;
  }

  get end(): number {
    return this.positionOfEnd;
  }

  /** @param entry begins at the end. */
  append(entry: LogEntry): void {
    this.entries.push(entry);
    this.positionOfEnd = entry.end;
  }

  /** The entry that a position lies in. */
  at(position: number): LogEntry | undefined {
    return this.entries[this.indexAt(position)];
  }

  /** Entries from the one that a position lies in. */
  *from(position: number): Generator<LogEntry> {
    for (let i = this.indexAt(position); i < this.entries.length; i++) yield this.entries[i]!;
  }

  /** Lets go of the oldest ones. */
  drop(count: number): void {
    this.entries.splice(0, count);
    this.positionOfFirst = this.entries[0]?.position ?? this.positionOfEnd;
  }

  /** Takes back what earlier runs recorded, oldest record first. @returns entries that are not kept any more. */
  restore(records: readonly LedgerRecord[]): readonly LogEntry[] {
    for (const record of records) {
      this.positionOfFirst = record.first;
      // Records may overlap.
      for (const entry of record.entries) if (entry.position >= this.positionOfEnd) this.append(entry);
      this.positionOfEnd = Math.max(this.positionOfEnd, record.end);
    }
    const past = this.entries.filter(({ end }) => end <= this.positionOfFirst);
    this.drop(past.length);
    return past;
  }

  private indexAt(position: number): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle]!.end <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
