/** What a graph worker is given, and what it says of itself. */
import type { Environment } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import type { PersistenceOptions } from '../shard/persistence-options.js';
import type { ResultBatch } from '../results/result-batch.js';

export interface GraphWorkerOptions {
  /** This worker's number. */
  readonly index: number;
  /** For each shard, the worker it lives on. */
  readonly workerOfShard: readonly number[];
  /** The stores of this worker's shards, by shard. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly engine: StandingEngine;
  readonly environment: Environment;
  /** Default: `DEFAULT_PERSISTENCE`. */
  readonly persistence?: PersistenceOptions;
  /** Takes a frame, with its memory, to another worker. Frames from here to one worker arrive in the order sent. */
  send(worker: number, frame: Uint8Array<ArrayBuffer>): void;
  /** Results that are durable, with their causes; those of one query and shard in order. */
  onResults(batches: readonly ResultBatch[]): void;
  /** Messages between nodes pile up, or not any more: meanwhile no more records should come. */
  onBacklog?(isLong: boolean): void;
}

/** What a worker is doing; when all workers are quiet and every frame sent was received, the graph is. */
export interface WorkerActivity {
  readonly framesSent: number;
  readonly framesReceived: number;
  readonly busy: boolean;
}
