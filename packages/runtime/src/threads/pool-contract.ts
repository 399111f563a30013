/** Contract: all workers of a graph, which begin and end together, and what whoever starts them gives. */
import type { Environment, WeirError } from '@weir/model';
import type { WorkerPlace } from '@weir/contract';
import type { Wire } from '../contract/wire.js';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { ReaderDesk } from '../lending/reader-desk.js';
import type { LostAlone } from './lost-alone.js';
import type { WorkerSetup } from './worker-main.js';

export interface WorkerPool {
  readonly workers: readonly WorkerServices[];
  readonly workerOfShard: readonly number[];
  readonly order: number;
  readonly places: readonly WorkerPlace[];
  /** Its process has said nothing for a while: what others can do is better given to them, of which this process has one. */
  isStill(worker: number): boolean;
  /** A process wants its workers back: they can be replaced as if it was lost. `undefined`: it has none. */
  giveBack(process: string): LostAlone | undefined;
  /** Ends the threads; call after every worker was closed. */
  stop(): Promise<void>;
  /**
   * Ends the threads whatever they do. Calls under way reject with `reason` at once, and so do later ones.
   * @returns when no thread runs any more, so that their stores can be opened again: other processes are told to, and the
   *   store sees to those that don't. Rejects when one does not end.
   */
  abandon(reason: WeirError): Promise<void>;
}

/**
 * A worker that had begun has ended by itself, or is stuck: nothing can be expected of it.
 * @param isFault what it worked on may be why; `false`: its process is gone.
 * @param alone all that are lost, if no others have to be replaced.
 */
export type LossListener = (worker: number, reason: string, isFault: boolean, alone?: LostAlone) => void;

/** A process that lends workers, and was reached. */
export interface LentPlace {
  readonly process: string;
  readonly address: string;
  readonly workers: number;
  readonly wire: Wire;
}

export interface PoolOptions {
  readonly shards: number;
  /** Threads of this process. */
  readonly workers: number;
  readonly lent: readonly LentPlace[];
  /** In the pool before: shards stay where they were, as far as they are even so. */
  readonly before: readonly WorkerPlace[];
  /** Hears of who reads sources, besides. */
  readonly readers: ReaderDesk;
  /** A process that says nothing for so long is taken for gone. */
  readonly silenceMillis: number;
  /** A process that does not reach the store for so long, as this one does, is lost. */
  readonly storePatienceMillis: number;
  /** Whether this process does. */
  readonly reachesStore: () => boolean;
  /** The next one is greater than that of every pool before, and of whoever took places in one, in any process that works on this graph. */
  readonly nextOrder: () => number;
  readonly setup: Omit<WorkerSetup, 'workerOfShard'>;
  readonly reports: WorkerReports;
  readonly environment: Environment;
  /** A worker that makes no turn of its event loop for so long is lost. */
  readonly turnLimitMillis: number;
  /** That the heap of each may grow to; default: a share of the machine's memory. */
  readonly heapBytes: number | undefined;
  /** Of workers that had begun, all of them: what is lost before makes the start fail. */
  readonly onLost: LossListener;
  /** Whether or not it had begun. */
  readonly onProcessLost: (process: string) => void;
  /** Nobody wants the workers any more. */
  readonly over: AbortSignal;
}
