/** Reads the results of a log, from memory or from the stores of their shards. */
import type { StandingOutput } from '@weir/contract';
import { mayHoldResult, type UnpackedBatch, unpackBatch } from '@weir/graph';
import { mapSet, type Value, type ValueMap } from '@weir/model';
import { isTruncated, originsIn } from '@weir/standing';
import type { StoredBatch } from '../contract/result-service.js';
import type { BatchMemory } from './batch-memory.js';
import type { EntryList } from './entry-list.js';
import type { LogEntry, ResumePoint, SeenResults } from './log-entry.js';
import type { RecentBatch, RecentResults } from './recent-results.js';

/** Maximum number of results per read of a consumer. */
const RESULTS_PER_READ = 256;

export interface ReadResults {
  readonly results: readonly StandingOutput[];
  /** Position of the next read. */
  readonly next: number;
}

export interface LogReaderOptions {
  /** Columns of the original query, and of the queries that replaced it, by their numbers. */
  readonly columns: readonly string[];
  readonly laterColumns?: ReadonlyMap<number, readonly string[]>;
  readonly includeCancellations: boolean;
  /** Whether results name the records that caused them. */
  readonly provenance: boolean;
  readonly memory: BatchMemory;
  readonly recent: RecentResults;
  /** Returns stored batches of a shard after a sequence, some at a time. */
  read(shard: number, after: number): Promise<readonly StoredBatch[]>;
}

export class LogReader {
  constructor(
    private readonly entries: EntryList,
    private readonly options: LogReaderOptions,
    /** Whether other cursors will read the same results. */
    private readonly isShared: () => boolean,
  ) {}

  /**
   * Reads results from a position on, as many as are in memory; at least one unless all are left out or lost. Other
   * readers may get the same objects.
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
      // Results that must be read from the store are left to the next read.
      if (batch === undefined) break;
    }
    return { results, next };
  }

  /**
   * @returns where to resume after this result: after its first occurrence, since a reader that saw only the match has
   * not seen the results between it and its cancellation. `undefined` if it is not kept.
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
   * @param text a position returned in this run or an earlier one.
   * @returns where to resume: at the first result whose order is a guess, if the position is among those. `undefined`
   * if not everything after it is kept.
   */
  positionOf(text: string): number | undefined {
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

  /** Returns the batch unless it has to be read from the store. */
  private atHand(entry: LogEntry): RecentBatch | undefined {
    return this.options.recent.of(entry) ?? this.unpack(entry, entry.bytes);
  }

  private unpack(entry: LogEntry, bytes: Uint8Array | undefined): RecentBatch | undefined {
    return bytes === undefined ? undefined : this.options.recent.unpack(entry, bytes);
  }

  /** `undefined` for a batch that a power loss removed from the store after it was ordered. */
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
