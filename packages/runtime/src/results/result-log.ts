/**
 * The results of one standing query in the order in which they left: bounded, durable, read by any number of
 * cursors, each at its own pace.
 *
 * The results themselves are in the stores of their shards, in batches, written with the journal entries that
 * caused them. What is kept here, and written by the ledger a moment later, is the order of the batches and how
 * far each named cursor has come. A result's position is the number of results before it.
 *
 * Invariants: entries cover `first` to `end` without gaps, those of a shard by increasing sequence. Nothing is
 * dropped that a cursor has yet to read. A batch that the ledger did not get to see before a crash is found
 * in its shard's store; it comes after all others, and who resumes at one of those begins with the first of them,
 * because nobody knows in which order they were delivered.
 */
import { type Clock, Timing } from '@weir/model';
import type { ResultLogLimits } from '@weir/contract';
import type { ResultBatch } from '@weir/graph';
import { EntryList } from './entry-list.js';
import { LeastPosition } from './least-position.js';
import type { LedgerRecord } from './ledger-record.js';
import { LogEntry } from './log-entry.js';
import { LogReader, type LogReaderOptions } from './log-reader.js';

/** What a log knows of those who read it. */
export interface LogCursor {
  /** Its position outlives the process under this name. */
  readonly name: string | undefined;
  /** Everything before it was taken. */
  readonly position: number;
  /** Everything before it is done with: where it goes on after a restart. */
  readonly durablePosition: number;
  /** Ingest waits for it. */
  readonly holds: boolean;
  readonly isIdle: boolean;
  /** There is more to read. */
  wake(): void;
  close(): void;
}

export interface ResultLogOptions extends LogReaderOptions {
  readonly query: number;
  readonly clock: Clock;
  readonly retention: ResultLogLimits;
  /** Every cursor has taken so many more results of a shard; negative when one went back. */
  taken(shard: number, count: number): void;
  /** The ledger has something to write. */
  changed(log: ResultLog): void;
  consumerFailed(error: unknown, results: number): void;
  /** The store did not answer; `again` is to be called after a while. */
  readFailed(error: unknown, again: () => void): void;
}

export class ResultLog {
  readonly reader: LogReader;
  /** From when a batch was written until a consumer took the first of its results. */
  readonly queueTimes: Timing;
  private readonly entries = new EntryList();
  private readonly cursors = new Set<LogCursor>();
  /** Of the cursors those that hold ingest. */
  private readonly holding = new LeastPosition<LogCursor>();
  /** Where named cursors are, attached or not. */
  private readonly named = new Map<string, number>();
  private takenUpTo = 0;
  /** Entries from here on go into the next record. */
  private recordedUpTo = 0;
  /** Entries before it are in a record that is written: without one, a restart would take them for new. */
  private durableUpTo = 0;
  private readonly lastSequences = new Map<number, number>();
  /** Last sequence per shard that is not kept any more, and may still be in the store. */
  private dropped = new Map<number, number>();

  constructor(readonly options: ResultLogOptions) {
    this.reader = new LogReader(this.entries, options, () => this.cursors.size > 1);
    this.queueTimes = new Timing(options.clock);
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

  /** Results that an attached cursor has yet to take. */
  get waiting(): number {
    return this.entries.end - this.takenUpTo;
  }

  /** Every attached cursor is at the end. */
  get isIdle(): boolean {
    for (const cursor of this.cursors) if (!cursor.isIdle) return false;
    return true;
  }

  /** For each shard, the last batch that is in order. */
  get lastOrdered(): ReadonlyMap<number, number> {
    return this.lastSequences;
  }

  // Batches

  append(batch: ResultBatch): void {
    this.options.memory.keep(this.add(batch, -1));
    this.options.changed(this);
    for (const cursor of this.cursors) cursor.wake();
    this.takeUpTo(this.leastHeld);
  }

  /** Batches that a crash left without an order. */
  appendUnordered(batches: readonly ResultBatch[]): void {
    const start = this.entries.end;
    for (const batch of inProbableOrder(batches)) this.add(batch, this.entries.end - start).bytes = undefined;
    this.takenUpTo = this.entries.end;
    this.options.changed(this);
  }

  /**
   * Workers are new: what they have of batches that the lost ones did not get to send comes last, and they are told what
   * cursors have yet to take.
   */
  resume(batches: readonly ResultBatch[]): void {
    this.appendUnordered(batches);
    for (const cursor of this.cursors) cursor.wake();
    this.takeUpTo(this.leastHeld);
  }

  /**
   * The workers of these shards are new, and all others go on: the same, for what is theirs.
   * @param batches theirs, that the lost ones did not get to send.
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

  /** A consumer takes results from `position` on. */
  taking(position: number): void {
    const entry = this.entries.at(position);
    if (entry !== undefined) this.queueTimes.add(this.options.clock.now() - entry.time);
  }

  // Cursors

  /** @param name of a cursor whose position outlives the process; `undefined`: of one that does not. */
  attach(cursor: LogCursor): void {
    this.cursors.add(cursor);
    if (cursor.name !== undefined) this.named.set(cursor.name, cursor.position);
    this.cursorMoved(cursor);
    cursor.wake();
  }

  /** What the cursor has yet to read is kept, if it has a name. */
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

  /** To be called whenever a cursor has taken something, is done with something, or begins to hold. */
  cursorMoved(cursor: LogCursor): void {
    if (cursor.name !== undefined && this.named.has(cursor.name)) {
      this.named.set(cursor.name, cursor.durablePosition);
      this.options.changed(this);
    }
    // One that was closed may be done with something yet.
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

  /** What is new since the last record. */
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

  /** Takes back what earlier runs recorded, oldest first. */
  restore(records: readonly LedgerRecord[]): void {
    for (const { entries } of records)
      for (const each of entries) this.lastSequences.set(each.shard, each.sequence);
    for (const { shard, sequence } of this.entries.restore(records)) this.dropped.set(shard, sequence);
    // All of it again, so that the old records can go.
    this.recordedUpTo = this.entries.first;
    this.durableUpTo = this.entries.end;
    this.takenUpTo = this.entries.end;
    for (const [name, position] of records.at(-1)?.cursors ?? []) {
      this.named.set(name, Math.max(position, this.entries.first));
    }
  }

  /** Lets go of what is past count or age and read by every cursor, once it is worth the while. */
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

  /** What may be deleted from the shards' stores, once the ledger has recorded that it is not kept any more. */
  takeDropped(): ReadonlyMap<number, number> {
    const { dropped } = this;
    this.dropped = new Map();
    return dropped;
  }

  /** It could not be deleted yet. */
  giveBackDropped(dropped: ReadonlyMap<number, number>): void {
    for (const [shard, sequence] of dropped) {
      if ((this.dropped.get(shard) ?? 0) < sequence) this.dropped.set(shard, sequence);
    }
  }
}

/** By time, and those of a shard by sequence, even if the clock went back meanwhile. */
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
