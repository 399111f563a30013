/** Reads the results of a log: from memory, or from the stores of their shards when their turn comes. */
import type { StandingOutput } from '@weir/contract';
import { mayHoldResult, type UnpackedBatch, unpackBatch } from '@weir/graph';
import { mapSet, type Value, type ValueMap } from '@weir/model';
import { isTruncated, originsIn } from '@weir/standing';
import type { StoredBatch } from '../contract/result-service.js';
import type { BatchMemory } from './batch-memory.js';
import type { EntryList } from './entry-list.js';
import type { LogEntry, ResumePoint, SeenResults } from './log-entry.js';
import type { RecentBatch, RecentResults } from './recent-results.js';

/** Results that a consumer gets at once. */
const RESULTS_PER_READ = 256;

export interface ReadResults {
  readonly results: readonly StandingOutput[];
  /** Where to read on. */
  readonly next: number;
}

export interface LogReaderOptions {
  /** Of the query as it was first, and of those that took its place, by their numbers. */
  readonly columns: readonly string[];
  readonly laterColumns?: ReadonlyMap<number, readonly string[]>;
  readonly includeCancellations: boolean;
  /** Results say where they come from. */
  readonly provenance: boolean;
  readonly memory: BatchMemory;
  readonly recent: RecentResults;
  /** Stored batches of a shard after a sequence, some at a time. */
  read(shard: number, after: number): Promise<readonly StoredBatch[]>;
}

export class LogReader {
  constructor(
    private readonly entries: EntryList,
    private readonly options: LogReaderOptions,
    /** Others will read what one has read. */
    private readonly isShared: () => boolean,
  ) {}

  /**
   * Results from a position on, as many as are at hand; at least one unless all are left out or lost. Others may get the
   * same objects.
   * @param seen is left out.
   */
  async read(position: number, seen?: SeenResults): Promise<ReadResults> {
    const results: StandingOutput[] = [];
    let next = position;
    let entry = this.entries.at(position);
    let batch = entry && (this.atHand(entry) ?? this.unpack(entry, await this.load(entry)));
    while (entry !== undefined) {
      const start = next - entry.position;
      const end = Math.min(entry.count, start + RESULTS_PER_READ - results.length);
      const unseen = seen?.shard === entry.shard ? Math.max(start, seen.upTo - entry.position) : start;
      if (batch !== undefined) this.outputs(batch, unseen, end, results);
      if (end === entry.count && !this.isShared()) this.options.recent.drop(entry);
      next = entry.position + end;
      if (results.length >= RESULTS_PER_READ || next < entry.end) break;
      entry = this.entries.at(next);
      batch = entry && this.atHand(entry);
      // What must be read from the store is for the next time.
      if (batch === undefined) break;
    }
    return { results, next };
  }

  /**
   * @returns where to go on for who saw this result: after its first occurrence, since whoever saw only the match
   *   has yet to see what came between it and its cancellation. `undefined` when it is not kept.
   */
  async find(resultId: string): Promise<ResumePoint | undefined> {
    const { end } = this.entries;
    for (let position = this.entries.first; position < end;) {
      const entry = this.entries.at(position);
      if (entry === undefined) return undefined;
      const bytes = await this.load(entry);
      position = entry.end;
      if (bytes === undefined || !mayHoldResult(bytes, resultId)) continue;
      const batch = unpackBatch(bytes);
      for (let i = 0; i < batch.count; i++) {
        if (batch.resultId(i) !== resultId) continue;
        const point = entry.resumeAfter(i);
        return point.position < this.entries.first ? undefined : point;
      }
    }
    return undefined;
  }

  /**
   * @param text a position, as it was told to somebody in this run or an earlier one.
   * @returns where to go on: at the first of the results whose order is a guess, if it is among those. `undefined` when
   *   what follows it is not all kept.
   */
  place(text: string): number | undefined {
    const position = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    const { first, end } = this.entries;
    if (position > end) return undefined;
    const entry = this.entries.at(position);
    const start = entry === undefined || entry.back < 0 ? position : entry.position - entry.back;
    return start < first ? undefined : start;
  }

  private outputs(
    { batch, outputs }: RecentBatch,
    start: number,
    end: number,
    results: StandingOutput[],
  ): void {
    const { includeCancellations } = this.options;
    for (let i = start; i < end; i++) {
      if (!includeCancellations && !batch.isPositiveMatch(i)) continue;
      results.push((outputs[i] ??= this.output(batch, i)));
    }
  }

  private output(batch: UnpackedBatch, index: number): StandingOutput {
    const output: StandingOutput = {
      resultId: batch.resultId(index),
      isPositiveMatch: batch.isPositiveMatch(index),
      isInitialResult: batch.isInitialResult(index),
      data: rowToMap(this.columnsOf(batch.plan), batch.row(index)),
    };
    return this.options.provenance ? { ...output, ...provenanceOf(batch, index) } : output;
  }

  private columnsOf(plan: number | undefined): readonly string[] {
    const { columns, laterColumns } = this.options;
    return plan === undefined ? columns : (laterColumns?.get(plan) ?? columns);
  }

  /** Unless it has to be read from the store. */
  private atHand(entry: LogEntry): RecentBatch | undefined {
    return this.options.recent.of(entry) ?? this.unpack(entry, entry.bytes);
  }

  private unpack(entry: LogEntry, bytes: Uint8Array | undefined): RecentBatch | undefined {
    return bytes === undefined ? undefined : this.options.recent.unpack(entry, bytes);
  }

  /** `undefined` for what a loss of power took from the store after it was put in order. */
  private async load(entry: LogEntry): Promise<Uint8Array | undefined> {
    if (entry.bytes !== undefined) return entry.bytes;
    const stored = await this.options.read(entry.shard, entry.sequence - 1);
    const bytes = new Map(stored);
    const last = stored.at(-1)?.[0] ?? 0;
    for (const each of this.entries.from(entry.position)) {
      if (each.shard !== entry.shard || each.bytes !== undefined) continue;
      if (each.sequence > last) break;
      each.bytes = bytes.get(each.sequence);
      this.options.memory.keep(each);
    }
    return bytes.get(entry.sequence);
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
