/** Environment of a worker, which runs on a worker thread or on the embedding program's thread. */
import type { PersistenceOptions } from '@weir/graph';
import type { Environment } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import type { WorkerExtensions } from './worker-extensions.js';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { TextOpener } from '@weir/contract';

export interface LocalWorkerOptions {
  readonly index: number;
  /** For each shard, the index of its worker. */
  readonly workerOfShard: readonly number[];
  /** Stores of this worker's shards, keyed by shard. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly persistence: PersistenceOptions;
  /** See `GraphWorkerOptions`. */
  readonly life: number;
  /** Whether the last run did not end cleanly. */
  readonly recovers: boolean;
  /** See `OpenOptions`. */
  readonly standingStateWarning: number;
  readonly environment: Environment;
  readonly extensions: WorkerExtensions;
  readonly openText: TextOpener | undefined;
  readonly reports: WorkerReports;
  send(worker: number, frame: Uint8Array<ArrayBuffer>): void;
}
