/** What a worker needs from where it runs: a worker, or the embedding program's own thread. */
import type { PersistenceOptions } from '@weir/graph';
import type { Environment } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { WorkerExtensions } from './worker-extensions.js';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { TextOpener } from '@weir/contract';

export interface LocalWorkerOptions {
  /** Of the worker among all workers. */
  readonly index: number;
  /** By shard, the index of its worker. */
  readonly workerOfShard: readonly number[];
  /** By shard, for those of this worker. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly persistence: PersistenceOptions;
  /** See `GraphWorkerOptions`. */
  readonly life: number;
  /** The last run did not end cleanly. */
  readonly recovers: boolean;
  /** See `OpenOptions`. */
  readonly standingStateWarning: number;
  readonly environment: Environment;
  readonly extensions: WorkerExtensions;
  readonly openText: TextOpener | undefined;
  readonly reports: WorkerReports;
  send(worker: number, frame: Uint8Array<ArrayBuffer>): void;
}
