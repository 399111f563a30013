/** What a graph worker is given, and what it says of itself. */
import type { Environment } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import type { FrameCarrier } from '../mail/worker-mail.js';
import type { ResultTaker } from '../shard/group-commit.js';
import type { BacklogWatch } from '../standing/standing-dispatch.js';
import type { PersistenceOptions } from '../shard/persistence-options.js';

export interface GraphWorkerOptions extends FrameCarrier, ResultTaker, BacklogWatch {
  /** This worker's number. */
  readonly index: number;
  /** For each shard, the worker it lives on. */
  readonly workerOfShard: readonly number[];
  /** The stores of this worker's shards, by shard. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly engine: StandingEngine;
  readonly environment: Environment;
  /**
   * How many lives this worker had while others went on: they may still answer what an earlier one asked, so this one's
   * questions have other numbers. Default: 0.
   */
  readonly life?: number;
  /** After a crash: `recover` will be called, and until it is through who reads edges waits for them. Default: no. */
  readonly recovers?: boolean;
  /** Default: `DEFAULT_PERSISTENCE`. */
  readonly persistence?: PersistenceOptions;
}

/** What a worker is doing; when all workers are quiet and every frame sent was received, the graph is. */
export interface WorkerActivity {
  /** Between this worker and those that are there now, as is what it received. */
  readonly framesSent: number;
  readonly framesReceived: number;
  readonly busy: boolean;
}
