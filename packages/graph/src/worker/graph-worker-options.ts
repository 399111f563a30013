/** Options and status of a graph worker. */
import type { Environment } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import type { FrameCarrier } from '../mail/worker-mail.js';
import type { ResultTaker } from '../shard/group-commit.js';
import type { BacklogWatch } from '../standing/standing-dispatch.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';

export interface GraphWorkerOptions extends FrameCarrier, ResultTaker, BacklogWatch {
  readonly index: number;
  /** For each shard, the worker that hosts it. */
  readonly workerOfShard: readonly number[];
  /** Stores of this worker's shards, keyed by shard. */
  readonly persistors: ReadonlyMap<number, Persistor>;
  readonly engine: StandingEngine;
  readonly environment: Environment;
  /**
   * How often this worker was replaced while other workers kept running. They may still answer questions of an earlier
   * instance, so each instance numbers its questions differently. Default: 0.
   */
  readonly life?: number;
  /**
   * After a crash: `recover` will be called, and reads of edges wait for the nodes concerned until it completes.
   * Default: no.
   */
  readonly recovers?: boolean;
  /** Default: `DEFAULT_PERSISTENCE`. */
  readonly persistence?: PersistenceOptions;
}

/** Activity of a worker. The graph is quiet when all workers are quiet and every frame sent was received. */
export interface WorkerActivity {
  /** Counts only frames between this worker and the present instances of the others, as does `framesReceived`. */
  readonly framesSent: number;
  readonly framesReceived: number;
  readonly busy: boolean;
}
