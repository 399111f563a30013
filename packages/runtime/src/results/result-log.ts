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
import { mayHoldResult, type ResultBatch, type UnpackedBatch, unpackBatch } from '@weir/graph';
import { mapSet, type Value, type ValueMap } from '@weir/model';
import { isTruncated, originsIn } from '@weir/standing';
import type { ResultLogLimits, StandingOutput } from '@weir/contract';
import type { BatchMemory } from './batch-memory.js';
import type { LedgerRecord } from './ledger-record.js';
import { LogEntry } from './log-entry.js';
import type { ResultCursor } from './result-cursor.js';

export interface ResultLogPorts {
  readonly query: number;
  /** Of the query as it was first, and of those that took its place, by their numbers. */
  readonly columns: readonly string[];
  readonly laterColumns?: ReadonlyMap<number, readonly string[]>;
  readonly includeCancellations: boolean;
  /** Results say where they come from. */
  readonly provenance: boolean;
  readonly retention: ResultLogLimits;
  readonly memory: BatchMemory;
  /** Stored batches of a shard after a sequence, some at a time. */
  read(shard: number, after: number): Promise<readonly (readonly [sequence: number, bytes: Uint8Array])[]>;
  /** Every cursor has taken so many more results of these shards; negative when one went back. */
  taken(counts: ReadonlyMap<number, number>): void;
  /** The ledger has something to write. */
  changed(log: ResultLog): void;
  consumerFailed(error: unknown, results: number): void;
  /** The store did not answer; `again` is to be called after a while. */
  readFailed(error: unknown, again: () => void): void;
}

/** Results that a consumer gets at once. */
const RESULTS_PER_READ = 256;

export interface ReadResults {
  readonly results: readonly StandingOutput[];
  /** Where to read on. */
  readonly next: number;
}

export class ResultLog {
  private entries: LogEntry[] = [];
  private readonly cursors = new Set<ResultCursor>();
  /** Where named cursors are, attached or not. */
  private readonly named = new Map<string, number>();
  private positionOfFirst = 0;
  private positionOfEnd = 0;
  private takenUpTo = 0;
  /** Entries from here on go into the next record. */
  private recordedUpTo = 0;
  /** Entries before it are in a record that is written: without one, a restart would take them for new. */
  private durableUpTo = 0;
  private readonly lastSequences = new Map<number, number>();
  /** Last sequence per shard that is not kept any more, and may still be in the store. */
  private dropped = new Map<number, number>();
  private unpacked: { readonly entry: LogEntry; readonly batch: UnpackedBatch } | undefined = undefined;

  constructor(readonly options: ResultLogPorts) {}

  get query(): number {
    return this.options.query;
  }

  get first(): number {
    return this.positionOfFirst;
  }

  get end(): number {
    return this.positionOfEnd;
  }

  /** Results that an attached cursor has yet to take. */
  get waiting(): number {
    return this.positionOfEnd - this.takenUpTo;
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
    this.cursorMoved();
  }

  /** Batches that a crash left without an order. */
  appendUnordered(batches: readonly ResultBatch[]): void {
    const start = this.positionOfEnd;
    for (const batch of inProbableOrder(batches))
      this.add(batch, this.positionOfEnd - start).bytes = undefined;
    this.takenUpTo = this.positionOfEnd;
    this.options.changed(this);
  }

  private add(batch: ResultBatch, back: number): LogEntry {
    const { shard, sequence, count, time, bytes } = batch;
    const entry = new LogEntry(this.positionOfEnd, count, shard, sequence, time, back, bytes);
    this.entries.push(entry);
    this.positionOfEnd += count;
    this.lastSequences.set(shard, sequence);
    return entry;
  }

  // Cursors

  /** @param name of a cursor whose position outlives the process; `undefined`: of one that does not. */
  attach(cursor: ResultCursor): void {
    this.cursors.add(cursor);
    if (cursor.name !== undefined) {
      this.named.set(cursor.name, cursor.position);
      this.options.changed(this);
    }
    this.cursorMoved();
    cursor.wake();
  }

  /** What the cursor has yet to read is kept, if it has a name. */
  detach(cursor: ResultCursor): void {
    this.cursors.delete(cursor);
    this.cursorMoved();
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

  /** To be called whenever a cursor has taken something. */
  cursorMoved(cursor?: ResultCursor): void {
    if (cursor?.name !== undefined && this.named.has(cursor.name)) {
      this.named.set(cursor.name, cursor.durablePosition);
      this.options.changed(this);
    }
    let taken = this.positionOfEnd;
    for (const each of this.cursors) if (each.holds && each.position < taken) taken = each.position;
    this.takeUpTo(taken);
  }

  private takeUpTo(position: number): void {
    if (position === this.takenUpTo) return;
    const from = Math.min(position, this.takenUpTo);
    const to = Math.max(position, this.takenUpTo);
    const sign = position < this.takenUpTo ? -1 : 1;
    this.takenUpTo = position;
    const counts = new Map<number, number>();
    for (let i = this.indexAt(from); i < this.entries.length; i++) {
      const entry = this.entries[i]!;
      if (entry.position >= to) break;
      const count = Math.min(entry.end, to) - Math.max(entry.position, from);
      counts.set(entry.shard, (counts.get(entry.shard) ?? 0) + sign * count);
      if (entry.end <= position) this.options.memory.release(entry);
    }
    if (counts.size > 0) this.options.taken(counts);
  }

  stop(): void {
    for (const cursor of [...this.cursors]) cursor.close();
  }

  // Reading

  /** Results from a position on, as many as are at hand; at least one unless all are left out or lost. */
  async read(position: number): Promise<ReadResults> {
    const results: StandingOutput[] = [];
    let next = position;
    let entry = this.entries[this.indexAt(position)];
    let batch = entry && this.unpack(entry, await this.load(entry));
    while (entry !== undefined) {
      const start = next - entry.position;
      const end = Math.min(entry.count, start + RESULTS_PER_READ - results.length);
      if (batch !== undefined) this.outputs(batch, start, end, results);
      next = entry.position + end;
      if (results.length >= RESULTS_PER_READ || next < entry.end) break;
      entry = this.entries[this.indexAt(next)];
      // What must be read from the store is for the next time.
      if (entry?.bytes === undefined) break;
      batch = this.unpack(entry, entry.bytes);
    }
    return { results, next };
  }

  /**
   * @returns where to go on for who saw this result: after its first occurrence, since whoever saw only the match
   *   has yet to see what came between it and its cancellation. `undefined` when it is not kept.
   */
  async find(resultId: string): Promise<number | undefined> {
    const end = this.positionOfEnd;
    for (let position = this.positionOfFirst; position < end;) {
      const entry = this.entries[this.indexAt(position)];
      if (entry === undefined) return undefined;
      const bytes = await this.load(entry);
      position = entry.end;
      if (bytes === undefined || !mayHoldResult(bytes, resultId)) continue;
      const batch = unpackBatch(bytes);
      for (let i = 0; i < batch.count; i++) {
        if (batch.resultId(i) !== resultId) continue;
        const next = entry.resumeAfter(i);
        return next < this.positionOfFirst ? undefined : next;
      }
    }
    return undefined;
  }

  private outputs(batch: UnpackedBatch, start: number, end: number, results: StandingOutput[]): void {
    const { includeCancellations, provenance } = this.options;
    const columns = this.columnsOf(batch.plan);
    for (let i = start; i < end; i++) {
      const isPositiveMatch = batch.isPositiveMatch(i);
      if (!isPositiveMatch && !includeCancellations) continue;
      const output: StandingOutput = {
        resultId: batch.resultId(i),
        isPositiveMatch,
        isInitialResult: batch.isInitialResult(i),
        data: rowToMap(columns, batch.row(i)),
      };
      results.push(provenance ? { ...output, ...provenanceOf(batch, i) } : output);
    }
  }

  private columnsOf(plan: number | undefined): readonly string[] {
    const { columns, laterColumns } = this.options;
    return plan === undefined ? columns : (laterColumns?.get(plan) ?? columns);
  }

  private unpack(entry: LogEntry, bytes: Uint8Array | undefined): UnpackedBatch | undefined {
    if (this.unpacked?.entry === entry) return this.unpacked.batch;
    if (bytes === undefined) return undefined;
    const batch = unpackBatch(bytes);
    this.unpacked = { entry, batch };
    return batch;
  }

  /** `undefined` for what a loss of power took from the store after it was put in order. */
  private async load(entry: LogEntry): Promise<Uint8Array | undefined> {
    if (entry.bytes !== undefined) return entry.bytes;
    const stored = await this.options.read(entry.shard, entry.sequence - 1);
    const bytes = new Map(stored);
    const last = stored.at(-1)?.[0] ?? 0;
    for (let i = this.indexAt(entry.position); i < this.entries.length; i++) {
      const each = this.entries[i]!;
      if (each.shard !== entry.shard || each.bytes !== undefined) continue;
      if (each.sequence > last) break;
      each.bytes = bytes.get(each.sequence);
      this.options.memory.keep(each);
    }
    return bytes.get(entry.sequence);
  }

  /** Index of the entry that a position lies in. */
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

  // The ledger's side

  /** What is new since the last record. */
  record(): LedgerRecord {
    const entries = this.entries.slice(this.indexAt(this.recordedUpTo));
    return {
      first: this.positionOfFirst,
      position: entries[0]?.position ?? this.positionOfEnd,
      entries,
      cursors: [...this.named],
      end: this.positionOfEnd,
    };
  }

  recorded(record: LedgerRecord): void {
    this.recordedUpTo = record.end;
    this.durableUpTo = record.end;
  }

  /** Takes back what earlier runs recorded, oldest first. */
  restore(records: readonly LedgerRecord[]): void {
    for (const record of records) {
      this.positionOfFirst = record.first;
      for (const entry of record.entries) {
        this.lastSequences.set(entry.shard, entry.sequence);
        if (entry.position < this.positionOfEnd) continue;
        this.entries.push(entry);
        this.positionOfEnd = entry.end;
      }
      this.positionOfEnd = Math.max(this.positionOfEnd, record.end);
    }
    this.entries = this.entries.filter(entry => {
      if (entry.end > this.positionOfFirst) return true;
      this.dropped.set(entry.shard, entry.sequence);
      return false;
    });
    this.positionOfFirst = this.entries[0]?.position ?? this.positionOfEnd;
    // All of it again, so that the old records can go.
    this.recordedUpTo = this.positionOfFirst;
    this.durableUpTo = this.positionOfEnd;
    this.takenUpTo = this.positionOfEnd;
    for (const [name, position] of records.at(-1)?.cursors ?? []) {
      this.named.set(name, Math.max(position, this.positionOfFirst));
    }
  }

  /** Lets go of what is past count or age and read by every cursor, once it is worth the while. */
  trim(now: number): void {
    const { count, millis } = this.options.retention;
    let keep = this.positionOfEnd;
    for (const position of this.named.values()) keep = Math.min(keep, position);
    for (const cursor of this.cursors) keep = Math.min(keep, cursor.position);
    const excess = this.positionOfEnd - count;
    const byCount = excess - this.positionOfFirst >= Math.max(1, count >> 3) ? excess : 0;
    let drop = 0;
    for (; drop < this.entries.length; drop++) {
      const entry = this.entries[drop]!;
      if (entry.end > keep || entry.end > this.durableUpTo) break;
      if (entry.end > byCount && entry.time >= now - millis) break;
      this.dropped.set(entry.shard, entry.sequence);
    }
    if (drop === 0) return;
    this.entries.splice(0, drop);
    this.positionOfFirst = this.entries[0]?.position ?? this.positionOfEnd;
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

/** A row under its column names. */
function rowToMap(columns: readonly string[], row: readonly Value[]): ValueMap {
  const map: ValueMap = {};
  columns.forEach((column, i) => mapSet(map, column, row[i] ?? null));
  return map;
}

function provenanceOf(
  batch: UnpackedBatch,
  index: number,
): Pick<StandingOutput, 'provenance' | 'provenanceTruncated'> {
  const origins = batch.provenance(index);
  const provenance = originsIn(origins);
  return isTruncated(origins) ? { provenance, provenanceTruncated: true } : { provenance };
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
