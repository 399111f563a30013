/** The results that are in the stores of one worker's shards. */
import { type GraphWorker, type ResultBatch, unpackBatch } from '@weir/graph';

/** Batches that are read ahead together. */
const BATCHES_PER_READ = 64;

export class StoredResultBatches {
  constructor(private readonly graph: GraphWorker) {}

  /** @returns batches after the given sequences; new ones are numbered after all of these. */
  async open(query: number, after: ReadonlyMap<number, number>): Promise<ResultBatch[]> {
    const found: ResultBatch[] = [];
    for (const shard of this.graph.shards) {
      let last = after.get(shard.number) ?? 0;
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

  async read(
    query: number,
    number: number,
    after: number,
  ): Promise<readonly (readonly [sequence: number, bytes: Uint8Array])[]> {
    const shard = this.graph.shards.find(each => each.number === number);
    if (shard === undefined) return [];
    for await (const stored of shard.persistor.readResults(query, after)) {
      return stored.slice(0, BATCHES_PER_READ).map(({ sequence, bytes }) => [sequence, bytes] as const);
    }
    return [];
  }

  async delete(query: number, upTo: ReadonlyMap<number, number>): Promise<void> {
    for (const shard of this.graph.shards) {
      const sequence = upTo.get(shard.number);
      if (sequence !== undefined) await shard.persistor.deleteResults(query, sequence);
    }
  }

  /** The query is gone: nothing of it stays. */
  async forget(query: number): Promise<void> {
    for (const shard of this.graph.shards) shard.journal.results.forget(query);
    // What is on its way to the store must be there to be deleted.
    await this.graph.commit();
    for (const shard of this.graph.shards) await shard.persistor.deleteResults(query);
  }
}
