/** Results of standing queries on one worker: in the stores of its shards, in flight to consumers, and in taps. */
import type { TappedResult } from '@weir/cypher';
import { type GraphWorker, type ResultBatch, unpackBatch } from '@weir/graph';
import type { BatchPosition, ResultQuery, ResultService, StoredBatch } from '../contract/result-service.js';
import type { ResultWindow } from '../flow/result-window.js';
import type { StandingTaps } from './standing-taps.js';

const BATCHES_PER_READ = 64;

export class WorkerResults implements ResultService {
  /** Queries that request provenance. */
  readonly originQueries = new Set<number>();

  constructor(
    private readonly graph: GraphWorker,
    private readonly window: ResultWindow,
    private readonly taps: StandingTaps,
  ) {}

  async register({ number, inputBufferSize, name, id, tracksOrigins }: ResultQuery): Promise<void> {
    this.window.register(number, inputBufferSize);
    this.taps.know(number, { name, id });
    if (tracksOrigins) this.originQueries.add(number);
  }

  async remove(query: number): Promise<void> {
    this.originQueries.delete(query);
    this.taps.forget(query);
    this.window.remove(query);
    for (const shard of this.graph.shards) shard.journal.results.forget(query);
    // Results being written must be in the store to be deleted.
    await this.graph.commit();
    for (const shard of this.graph.shards) await shard.persistor.deleteResults(query);
  }

  async open(query: number, after: readonly BatchPosition[]): Promise<readonly ResultBatch[]> {
    const lastOrdered = new Map(after);
    const found: ResultBatch[] = [];
    for (const shard of this.graph.shards) {
      let last = lastOrdered.get(shard.number) ?? 0;
      for await (const stored of shard.persistor.readResults(query, last)) {
        for (const { sequence, bytes } of stored) {
          const { time, count, positives } = unpackBatch(bytes);
          found.push({
            query,
            shard: shard.number,
            sequence,
            count,
            positives,
            time,
            bytes: new Uint8Array(bytes),
          });
          last = sequence;
        }
      }
      shard.journal.results.continueAfter(query, last);
    }
    return found;
  }

  async read(query: number, number: number, after: number): Promise<readonly StoredBatch[]> {
    const shard = this.graph.shards.find(each => each.number === number);
    if (shard === undefined) return [];
    for await (const stored of shard.persistor.readResults(query, after)) {
      return stored.slice(0, BATCHES_PER_READ).map(({ sequence, bytes }) => [sequence, bytes] as const);
    }
    return [];
  }

  async delete(query: number, upTo: readonly BatchPosition[]): Promise<void> {
    const last = new Map(upTo);
    for (const shard of this.graph.shards) {
      const sequence = last.get(shard.number);
      if (sequence !== undefined) await shard.persistor.deleteResults(query, sequence);
    }
  }

  async acknowledge(counts: readonly (readonly [query: number, count: number])[]): Promise<void> {
    for (const [query, count] of counts) this.window.taken(query, count);
  }

  async full(): Promise<readonly number[]> {
    return this.window.full;
  }

  tapped(tap: number, results: readonly TappedResult[]): Promise<void> {
    return this.taps.offer(tap, results);
  }

  async endTaps(): Promise<void> {
    this.taps.endAll();
  }
}
