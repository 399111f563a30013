/** The batches that a log keeps, in order and without gaps. */
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

  /** @param entry must begin at the end. */
  append(entry: LogEntry): void {
    this.entries.push(entry);
    this.positionOfEnd = entry.end;
  }

  at(position: number): LogEntry | undefined {
    return this.entries[this.indexAt(position)];
  }

  /** Yields entries, starting with the entry that contains a position. */
  *from(position: number): Generator<LogEntry> {
    for (let i = this.indexAt(position); i < this.entries.length; i++) yield this.entries[i]!;
  }

  /** Removes the oldest entries. */
  drop(count: number): void {
    this.entries.splice(0, count);
    this.positionOfFirst = this.entries[0]?.position ?? this.positionOfEnd;
  }

  /** Restores the records of earlier runs, oldest record first. @returns entries that are not kept any longer. */
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
