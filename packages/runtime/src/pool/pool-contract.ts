/** Contract of a pool: all workers of a graph, which start and end together, and the options for starting them. */
import type { Environment, WeirError } from '@weir/platform';
import type { WorkerLocation } from '@weir/contract';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Lent, WorkerChange } from '../lending/borrowed-workers.js';
import type { ReaderDesk } from '../lending/reader-desk.js';
import type { LostAlone } from './lost-alone.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import type { PreparedWorkers } from '../threads/prepared-workers.js';
import type { WorkerThreadOptions } from '../threads/run-worker.js';

export interface WorkerPool {
  readonly workers: readonly WorkerServices[];
  readonly workerOfShard: readonly number[];
  readonly order: number;
  readonly locations: readonly WorkerLocation[];
  /**
   * Whether its process was silent for a while, so that requests should prefer other processes' workers (at least one
   * is available).
   */
  isStill(worker: number): boolean;
  /**
   * Returns how to make the change while all workers that it does not concern keep running. `undefined`: that is
   * impossible, and the wire of a joining process is not used.
   */
  aloneFor(change: WorkerChange): LostAlone | undefined;
  /** Ends the threads; call after every worker was closed. */
  stop(): Promise<void>;
  /**
   * Ends the threads whatever they do. Pending calls reject with `reason` immediately, and so do later ones.
   * @returns when no thread is running, so that their stores can be opened again. Other processes are asked to end
   * theirs; if one does not, the store rejects its writes. Rejects if a thread does not end.
   */
  abandon(reason: WeirError): Promise<void>;
}

/**
 * Called when a running worker has ended unexpectedly, or is stuck and will not recover.
 * @param isFault whether its work may be the cause; `false`: its process was lost.
 * @param alone all lost workers, if no other workers have to be replaced.
 */
export type LossListener = (worker: number, reason: string, isFault: boolean, alone?: LostAlone) => void;

export interface PoolOptions {
  readonly shards: number;
  /** Number of worker threads of this process. */
  readonly workers: number;
  readonly lent: Lent;
  /** Workers of the previous pool. Shards stay in place as far as the distribution remains even. */
  readonly before: readonly WorkerLocation[];
  /** Receives the processes that read sources. */
  readonly readers: ReaderDesk;
  /** Silence after which a process is considered lost. */
  readonly silenceMillis: number;
  /** A process is considered lost if it cannot reach the store for this long while this process can. */
  readonly storePatienceMillis: number;
  readonly reachesStore: () => boolean;
  /**
   * Returns the next order number, greater than the order of every earlier pool and every replacement, in any process
   * that works on this graph.
   */
  readonly nextOrder: () => number;
  readonly setup: Omit<WorkerThreadOptions, 'workerOfShard'>;
  readonly reports: WorkerReports;
  readonly environment: Environment;
  /** Time without a turn of its event loop after which a worker is lost. */
  readonly turnLimitMillis: number;
  /** Heap limit of each worker; default: a share of the machine's memory. */
  readonly heapBytes: number | undefined;
  /** Threads to use first. */
  readonly prepared?: PreparedWorkers | undefined;
  /** See `OpenOptions`. */
  readonly copies?: PartitionCopies | undefined;
  /** Called for losses after all workers were running; an earlier loss makes the start fail. */
  readonly onLost: LossListener;
  /** Called for every lost process, even before its workers were running. */
  readonly onProcessLost: (process: string) => void;
  /**
   * Called when a process has joined alone. @param isEven whether this process has no more workers than it had at the
   * start.
   */
  readonly onProcessJoined: (process: string, isEven: boolean) => void;
  /** Aborted when the workers are not needed any more. */
  readonly over: AbortSignal;
}
