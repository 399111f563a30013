/**
 * The results of one standing query in the order in which they were sent: bounded, durable, read by any number of
 * cursors, each at its own pace.
 *
 * The results themselves are in the stores of their shards, in batches, written with the journal entries that caused
 * them. The log holds the order of the batches and the position of each named cursor; the ledger writes these a moment
 * later. A result's position is the number of results before it.
 *
 * Invariants: entries cover `first` to `end` without gaps, the entries of a shard by increasing sequence. No result is
 * dropped that a cursor has yet to read. A batch that the ledger did not record before a crash is found in its shard's
 * store and appended after all others. A reader that resumes at one of those begins with the first of them, because the
 * order in which they were delivered is unknown.
 */
import { type Clock, Timing } from '@weir/platform';
import type { ResultLogLimits } from '@weir/contract';
import type { ResultBatch } from '@weir/graph';
import { EntryList } from './entry-list.js';
import { LeastPosition } from './least-position.js';
import type { LedgerRecord } from './ledger-record.js';
import { LogEntry } from './log-entry.js';
import { LogReader, type LogReaderOptions } from './log-reader.js';

/** A log's view of its readers. */
export interface LogCursor {
  /** If set, the position survives restarts under this name. */
  readonly name: string | undefined;
  /** Results before it were taken. */
  readonly position: number;
  /** Results before it are done; the cursor resumes here after a restart. */
  readonly durablePosition: number;
  /** Whether ingest waits for it. */
  readonly holds: boolean;
  readonly isIdle: boolean;
  /** Resolves when it has taken every result, or is closed. */
  drained(): Promise<void>;
  /** Notifies the cursor of more results. */
  wake(): void;
  close(): void;
}

export interface ResultLogOptions extends LogReaderOptions {
  readonly query: number;
  readonly clock: Clock;
  readonly retention: ResultLogLimits;
  /** Reports how many more results of a shard every cursor has taken; negative if a cursor moved back. */
  taken(shard: number, count: number): void;
  /** The ledger has something to write. */
  changed(log: ResultLog): void;
  consumerFailed(error: unknown, results: number): void;
  /** The store did not answer; `again` has to be called after a delay. */
  readFailed(error: unknown, again: () => void): void;
}

export class ResultLog {
  readonly reader: LogReader;
  /** Time from the write of a batch until a consumer took the first of its results. */
  readonly queueTimes: Timing;
  /** Time from reading a record until the results that it caused are durable and in the log. */
  readonly recordTimes: Timing;
  private readonly entries = new EntryList();
  private readonly cursors = new Set<LogCursor>();
  /** Cursors that hold ingest. */
  private readonly holding = new LeastPosition<LogCursor>();
  /** Positions of named cursors, attached or not. */
  private readonly named = new Map<string, number>();
  private takenUpTo = 0;
  /** Entries from this position on belong to the next record. */
  private recordedUpTo = 0;
  /** Entries before this position are in a written record; without one, a restart would treat them as new. */
  private durableUpTo = 0;
  private readonly lastSequences = new Map<number, number>();
  /** Last dropped sequence per shard that may still be in the store. */
  private dropped = new Map<number, number>();

  constructor(readonly options: ResultLogOptions) {
    this.reader = new LogReader(this.entries, options, () => this.cursors.size > 1);
    this.queueTimes = new Timing(options.clock);
    this.recordTimes = new Timing(options.clock);
  }

  get query(): number {
    return this.options.query;
  }

  get first(): number {
    return this.entries.first;
  }

  get end(): number {
    return this.entries.end;
  }

  /** Number of results that an attached cursor has yet to take. */
  get waiting(): number {
    return this.entries.end - this.takenUpTo;
  }

  /** Whether every attached cursor is at the end. */
  get isIdle(): boolean {
    for (const cursor of this.cursors) if (!cursor.isIdle) return false;
    return true;
  }

  /** Resolves when every cursor that ingest waits for has taken every result, or is closed. */
  async drained(): Promise<void> {
    await Promise.all([...this.cursors].filter(({ holds }) => holds).map(cursor => cursor.drained()));
  }

  /** For each shard, the last ordered batch. */
  get lastOrdered(): ReadonlyMap<number, number> {
    return this.lastSequences;
  }

  // Batches

  append(batch: ResultBatch): void {
    this.options.memory.keep(this.add(batch, -1));
    this.measure(batch.reads);
    this.options.changed(this);
    for (const cursor of this.cursors) cursor.wake();
    this.takeUpTo(this.leastHeld);
  }

  private measure(reads: readonly number[] = []): void {
    const now = this.options.clock.now();
    for (let i = 0; i < reads.length; i += 2) this.recordTimes.add(now - reads[i]!, reads[i + 1]);
  }

  /** Appends batches that a crash left without an order. */
  appendUnordered(batches: readonly ResultBatch[]): void {
    const start = this.entries.end;
    for (const batch of inProbableOrder(batches)) this.add(batch, this.entries.end - start).bytes = undefined;
    this.takenUpTo = this.entries.end;
    this.options.changed(this);
  }

  /**
   * Called when all workers were replaced. Appends batches that the lost workers did not send, and reports to the new
   * ones how many results cursors have yet to take.
   */
  resume(batches: readonly ResultBatch[]): void {
    this.appendUnordered(batches);
    for (const cursor of this.cursors) cursor.wake();
    this.takeUpTo(this.leastHeld);
  }

  /**
   * Like `resume`, when only the workers of these shards were replaced.
   * @param batches of these shards that the lost workers did not send.
   */
  resumeShards(batches: readonly ResultBatch[], shards: ReadonlySet<number>): void {
    for (const entry of this.entries.from(this.takenUpTo)) {
      const waiting = entry.end - Math.max(entry.position, this.takenUpTo);
      if (shards.has(entry.shard)) this.options.taken(entry.shard, -waiting);
    }
    const start = this.entries.end;
    for (const batch of inProbableOrder(batches)) {
      this.add(batch, this.entries.end - start).bytes = undefined;
      this.options.taken(batch.shard, -batch.count);
    }
    this.options.changed(this);
    for (const cursor of this.cursors) cursor.wake();
    this.takeUpTo(this.leastHeld);
  }

  private add(batch: ResultBatch, back: number): LogEntry {
    const { shard, sequence, count, time, bytes } = batch;
    const entry = new LogEntry(this.entries.end, count, shard, sequence, time, back, bytes);
    this.entries.append(entry);
    this.lastSequences.set(shard, sequence);
    return entry;
  }

  /** Reports that a consumer takes results from `position` on. */
  taking(position: number): void {
    const entry = this.entries.at(position);
    if (entry !== undefined) this.queueTimes.add(this.options.clock.now() - entry.time);
  }

  /** When the batch of the result at `position` was written, in milliseconds since the Unix epoch. */
  writtenAt(position: number): number | undefined {
    return this.entries.at(position)?.time;
  }

  // Cursors

  /** @param name of a cursor whose position survives restarts; `undefined` for other cursors. */
  attach(cursor: LogCursor): void {
    this.cursors.add(cursor);
    if (cursor.name !== undefined) this.named.set(cursor.name, cursor.position);
    this.cursorMoved(cursor);
    cursor.wake();
  }

  /** Detaches a cursor. Results that it has yet to read are kept if it has a name. */
  detach(cursor: LogCursor): void {
    this.cursors.delete(cursor);
    this.holding.delete(cursor);
    this.takeUpTo(this.leastHeld);
  }

  namedPosition(name: string): number | undefined {
    return this.named.get(name);
  }

  get names(): readonly string[] {
    return [...this.named.keys()];
  }

  dropName(name: string): void {
    if (this.named.delete(name)) this.options.changed(this);
  }

  /** To be called whenever a cursor has taken results, has completed results, or starts to hold. */
  cursorMoved(cursor: LogCursor): void {
    if (cursor.name !== undefined && this.named.has(cursor.name)) {
      this.named.set(cursor.name, cursor.durablePosition);
      this.options.changed(this);
    }
    // A closed cursor may still complete results.
    if (cursor.holds && this.cursors.has(cursor)) this.holding.set(cursor, cursor.position);
    this.takeUpTo(this.leastHeld);
  }

  private get leastHeld(): number {
    return Math.min(this.entries.end, this.holding.least ?? this.entries.end);
  }

  private takeUpTo(position: number): void {
    if (position === this.takenUpTo) return;
    const from = Math.min(position, this.takenUpTo);
    const to = Math.max(position, this.takenUpTo);
    const sign = position < this.takenUpTo ? -1 : 1;
    this.takenUpTo = position;
    for (const entry of this.entries.from(from)) {
      if (entry.position >= to) break;
      const count = Math.min(entry.end, to) - Math.max(entry.position, from);
      this.options.taken(entry.shard, sign * count);
      if (entry.end <= position) this.options.memory.release(entry);
    }
  }

  stop(): void {
    for (const cursor of [...this.cursors]) cursor.close();
  }

  // The ledger's side

  /** Returns the changes since the last record. */
  record(): LedgerRecord {
    const entries = [...this.entries.from(this.recordedUpTo)];
    return {
      first: this.entries.first,
      position: entries[0]?.position ?? this.entries.end,
      entries,
      cursors: [...this.named],
      end: this.entries.end,
    };
  }

  recorded(record: LedgerRecord): void {
    this.recordedUpTo = record.end;
    this.durableUpTo = record.end;
  }

  /** Restores the records of earlier runs, oldest first. */
  restore(records: readonly LedgerRecord[]): void {
    for (const { entries } of records)
      for (const each of entries) this.lastSequences.set(each.shard, each.sequence);
    for (const { shard, sequence } of this.entries.restore(records)) this.dropped.set(shard, sequence);
    // All of it is recorded again, so that the old records can be deleted.
    this.recordedUpTo = this.entries.first;
    this.durableUpTo = this.entries.end;
    this.takenUpTo = this.entries.end;
    for (const [name, position] of records.at(-1)?.cursors ?? []) {
      this.named.set(name, Math.max(position, this.entries.first));
    }
  }

  /** Drops results past count or age that every cursor has read, if there are enough of them. */
  trim(now: number): void {
    const { count, millis } = this.options.retention;
    let keep = this.entries.end;
    for (const position of this.named.values()) keep = Math.min(keep, position);
    for (const cursor of this.cursors) keep = Math.min(keep, cursor.position);
    const excess = this.entries.end - count;
    const byCount = excess - this.entries.first >= Math.max(1, count >> 3) ? excess : 0;
    let drop = 0;
    for (const entry of this.entries.from(this.entries.first)) {
      if (entry.end > keep || entry.end > this.durableUpTo) break;
      if (entry.end > byCount && entry.time >= now - millis) break;
      this.dropped.set(entry.shard, entry.sequence);
      drop++;
    }
    if (drop === 0) return;
    this.entries.drop(drop);
    this.options.changed(this);
  }

  /**
   * Returns batches that may be deleted from the shards' stores, once the ledger has recorded that they are dropped.
   */
  takeDropped(): ReadonlyMap<number, number> {
    const { dropped } = this;
    this.dropped = new Map();
    return dropped;
  }

  /** Returns batches that could not be deleted yet. */
  giveBackDropped(dropped: ReadonlyMap<number, number>): void {
    for (const [shard, sequence] of dropped) {
      if ((this.dropped.get(shard) ?? 0) < sequence) this.dropped.set(shard, sequence);
    }
  }
}

/** Sorts by time, and the batches of a shard by sequence, even if the clock was set back meanwhile. */
function inProbableOrder(batches: readonly ResultBatch[]): readonly ResultBatch[] {
  const latest = new Map<number, number>();
  const bySequence = [...batches].sort((a, b) => a.shard - b.shard || a.sequence - b.sequence);
  const timed = bySequence.map(batch => {
    const time = Math.max(batch.time, latest.get(batch.shard) ?? 0);
    latest.set(batch.shard, time);
    return { batch, time };
  });
  return timed.sort((a, b) => a.time - b.time).map(({ batch }) => batch);
}
