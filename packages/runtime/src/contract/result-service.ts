/** Results of standing queries on a worker, identified by the number of the query's log: storage, counts, and taps. */
import type { TappedResult } from '@weir/cypher';
import type { ResultBatch } from '@weir/graph';

export interface ResultService {
  /** Starts counting the query's results; they may also be tapped. */
  register(query: ResultQuery): Promise<void>;
  /** Removes the query and its stored results. */
  remove(query: number): Promise<void>;
  /**
   * Returns stored results of this worker's shards after the given batches; new results are numbered after them. To be
   * called before a query of an earlier run is started.
   */
  open(query: number, after: readonly BatchPosition[]): Promise<readonly ResultBatch[]>;
  /** Returns the next stored batches of a shard after a sequence, but not all of them. */
  read(query: number, shard: number, after: number): Promise<readonly StoredBatch[]>;
  /** Deletes batches up to a sequence per shard; shards of other workers are ignored. */
  delete(query: number, upTo: readonly BatchPosition[]): Promise<void>;
  /** Reports how many further results of these queries consumers took; negative if a consumer moved back. */
  acknowledge(counts: readonly (readonly [query: number, count: number])[]): Promise<void>;
  /** Returns the queries whose results hold ingest on this worker. */
  full(): Promise<readonly number[]>;

  /** Delivers results to a tap of a query on this worker. Resolves when they are taken. */
  tapped(tap: number, results: readonly TappedResult[]): Promise<void>;
  endTaps(): Promise<void>;
}

export interface ResultQuery extends StandingIdentity {
  readonly number: number;
  readonly inputBufferSize: number;
  /** Whether lanes record the origins of results. */
  readonly tracksOrigins: boolean;
}

export interface StandingIdentity {
  readonly name: string;
  readonly id: string;
}

export type BatchPosition = readonly [shard: number, sequence: number];
export type StoredBatch = readonly [sequence: number, bytes: Uint8Array];
