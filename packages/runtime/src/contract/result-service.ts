/** Results of standing queries on a worker, by the number of the query's log: stored, counted, and read along with. */
import type { TappedResult } from '@weir/cypher';
import type { ResultBatch } from '@weir/graph';

export interface ResultService {
  /** From now on the query's results are counted, and may be read along with. */
  register(query: ResultQuery): Promise<void>;
  /** Forgets the query, and deletes what is stored of its results. */
  remove(query: number): Promise<void>;
  /**
   * Stored results that came after the given batches, of this worker's shards; new ones are numbered after them. To be
   * called before a query that an earlier run left is started.
   */
  open(query: number, after: readonly BatchPosition[]): Promise<readonly ResultBatch[]>;
  /** The next stored batches of a shard after a sequence, not all of them. */
  read(query: number, shard: number, after: number): Promise<readonly StoredBatch[]>;
  /** Deletes batches up to a sequence per shard; shards of other workers are ignored. */
  delete(query: number, upTo: readonly BatchPosition[]): Promise<void>;
  /** Consumers took so many more results of these queries; negative when a consumer went back. */
  acknowledge(counts: readonly (readonly [query: number, count: number])[]): Promise<void>;
  /** Queries whose results hold ingest on this worker. */
  full(): Promise<readonly number[]>;

  /** Results for a query of this worker that reads along. Resolves when they are taken. */
  tapped(tap: number, results: readonly TappedResult[]): Promise<void>;
  /** Queries that read along come to their end. */
  endTaps(): Promise<void>;
}

export interface ResultQuery extends StandingIdentity {
  readonly number: number;
  readonly inputBufferSize: number;
  /** Lanes note the records that results come from. */
  readonly tracksOrigins: boolean;
}

export interface StandingIdentity {
  readonly name: string;
  readonly id: string;
}

export type BatchPosition = readonly [shard: number, sequence: number];
export type StoredBatch = readonly [sequence: number, bytes: Uint8Array];
