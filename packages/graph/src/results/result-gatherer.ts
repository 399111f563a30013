/** Gathers the results of one shard for the next group of writes. */
import type { StandingResult } from '@weir/standing';
import { OpenBatch, type ResultBatch } from './result-batch.js';

/** Maximum size of a batch, because consumers read whole batches. */
const RESULTS_PER_BATCH = 1024;

export class ResultGatherer {
  private open = new Map<number, OpenBatch>();
  private full: { readonly query: number; readonly batch: OpenBatch }[] = [];
  private readonly lastSequences = new Map<number, number>();

  constructor(private readonly shard: number) {}

  get isEmpty(): boolean {
    return this.open.size === 0;
  }

  /** Numbers the batches of the query from the one after `sequence` on. */
  continueAfter(query: number, sequence: number): void {
    this.lastSequences.set(query, sequence);
  }

  /** Drops gathered results of a removed query. */
  forget(query: number): void {
    this.open.delete(query);
    this.full = this.full.filter(each => each.query !== query);
    this.lastSequences.delete(query);
  }

  /**
   * @param query number under which the result is filed; default: its own.
   * @param withRoots must be the same for all results of the batch's query.
   * @param readAt when the record that caused the result was read; 0 if unknown.
   */
  add(result: StandingResult, query = result.query, withRoots = false, readAt = 0): void {
    const plan = query === result.query ? undefined : result.query;
    let batch = this.open.get(query);
    if (batch === undefined) {
      batch = new OpenBatch(plan, withRoots ? [] : undefined);
      this.open.set(query, batch);
    } else if (batch.count >= RESULTS_PER_BATCH || batch.plan !== plan) {
      this.full.push({ query, batch });
      batch = new OpenBatch(plan, withRoots ? [] : undefined);
      this.open.set(query, batch);
    }
    batch.add(result, readAt);
  }

  /** Sequence number of the query's last batch that was taken. */
  lastSequence(query: number): number {
    return this.lastSequences.get(query) ?? 0;
  }

  /** Takes the gathered results of a query, packed as if they were to be written. */
  takeOf(query: number, now: number): ResultBatch[] {
    const taken: ResultBatch[] = [];
    for (const each of this.full) if (each.query === query) taken.push(this.pack(query, each.batch, now));
    const open = this.open.get(query);
    if (open !== undefined) taken.push(this.pack(query, open, now));
    this.full = this.full.filter(each => each.query !== query);
    this.open.delete(query);
    return taken;
  }

  /** Takes all gathered results, packed; each query's results in the order in which they were added. */
  take(now: number): ResultBatch[] {
    const taken: ResultBatch[] = [];
    for (const { query, batch } of this.full) taken.push(this.pack(query, batch, now));
    for (const [query, batch] of this.open) taken.push(this.pack(query, batch, now));
    this.full = [];
    this.open = new Map();
    return taken;
  }

  private pack(query: number, batch: OpenBatch, now: number): ResultBatch {
    const sequence = (this.lastSequences.get(query) ?? 0) + 1;
    this.lastSequences.set(query, sequence);
    return batch.pack(query, this.shard, sequence, now);
  }
}
