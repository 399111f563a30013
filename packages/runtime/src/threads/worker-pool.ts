/**
 * Starts the workers and connects them: each to the coordinator, and each pair of them. Some are threads of this process,
 * others may be lent by other processes; they begin and end together.
 */
import { type Environment, WeirError } from '@weir/model';
import type { Wire } from '../contract/wire.js';
import type { WorkerPlace } from '@weir/contract';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import { LENDING_VERSION } from '../lending/lending-notes.js';
import { LentProcess } from '../lending/lent-process.js';
import { dealWorkers } from './deal-workers.js';
import { WorkerChannel } from './message-channel.js';
import { programHere } from './thread-entry.js';
import { turnCounts, TurnWatch } from './turn-watch.js';
import { shardsOf, type WorkerSetup } from './worker-main.js';
import { WorkerThreads } from './worker-threads.js';

export interface WorkerPool {
  readonly workers: readonly WorkerServices[];
  readonly workerOfShard: readonly number[];
  readonly order: number;
  readonly places: readonly WorkerPlace[];
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
 */
export type LossListener = (worker: number, reason: string, isFault: boolean) => void;

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
  /** A process that says nothing for so long is taken for gone. */
  readonly silenceMillis: number;
  /** Greater than that of every pool before, in any process that works on this graph. */
  readonly order: number;
  readonly setup: Omit<WorkerSetup, 'workerOfShard'>;
  readonly reports: WorkerReports;
  readonly environment: Environment;
  /** A worker that makes no turn of its event loop for so long is lost. */
  readonly turnLimitMillis: number;
  /** That the heap of each may grow to; default: a share of the machine's memory. */
  readonly heapBytes: number | undefined;
  readonly onLost: LossListener;
  readonly onProcessLost: (process: string) => void;
}

/** Rejects when not all of them could begin. */
export async function startWorkers(options: PoolOptions): Promise<WorkerPool> {
  const pool = new LivePool(options);
  try {
    await Promise.all(pool.channels.map(channel => channel.ready));
  } catch (error) {
    const reason = WeirError.from(error);
    await pool.abandon(reason);
    throw reason;
  }
  pool.watch();
  return pool;
}

class LivePool implements WorkerPool {
  readonly workerOfShard: readonly number[];
  readonly channels: WorkerChannel[] = [];
  private readonly threads: WorkerThreads;
  /** By process, the workers that it has; the first is this one. */
  private readonly hands: readonly (readonly number[])[];
  /** The others, in that order. */
  private readonly lenders: readonly LentPlace[];
  private readonly lent: LentProcess[] = [];
  private readonly session: string;
  /** What was heard of other processes. */
  private readonly signs: Int32Array<SharedArrayBuffer>;
  private readonly atWork: Set<number>;
  private allThrough!: () => void;
  /** Workers of other processes are through. */
  private readonly through: Promise<void>;
  private turnWatch: TurnWatch | undefined = undefined;
  private silenceWatch: TurnWatch | undefined = undefined;
  private abandoned: Promise<void> | undefined = undefined;

  constructor(private readonly options: PoolOptions) {
    const { shards, workers, lent, setup, reports, environment, heapBytes } = options;
    const hands = dealWorkers([workers, ...lent.map(place => place.workers)], shards);
    this.hands = hands.filter(hand => hand.length > 0);
    const [here = [], ...elsewhere] = this.hands;
    // Who gets none comes last.
    this.lenders = lent.slice(0, elsewhere.length);
    for (const { wire } of lent.slice(elsewhere.length)) wire.close();
    this.session = `${options.order}-${environment.random.uuid()}`;
    const total = this.hands.reduce((sum, hand) => sum + hand.length, 0);
    this.workerOfShard = Array.from({ length: shards }, (_, shard) => shard % total);
    this.signs = turnCounts(elsewhere.length);
    this.atWork = new Set(elsewhere.flat());
    this.through = new Promise(resolve => (this.allThrough = resolve));
    if (this.atWork.size === 0) this.allThrough();
    this.threads = new WorkerThreads({
      setup: { ...setup, workerOfShard: this.workerOfShard },
      here,
      total,
      heapBytes,
      environment,
      ended: (worker, failure) => this.workerEnded(worker, failure),
    });
    for (const [worker, port] of this.threads.controls)
      this.channels[worker] = new WorkerChannel(port, reports);
    for (const [index, place] of this.lenders.entries()) this.borrow(index, place);
    if (elsewhere.length > 0) this.watchSilence();
  }

  get order(): number {
    return this.options.order;
  }

  get workers(): readonly WorkerServices[] {
    return this.channels.map(channel => channel.services());
  }

  get places(): readonly WorkerPlace[] {
    return this.hands.flatMap((hand, process) =>
      hand.map(worker => ({
        worker,
        process: process === 0 ? undefined : this.lenders[process - 1]!.process,
        shards: shardsOf(this.workerOfShard, worker),
      })),
    );
  }

  /** Not before all have begun: opening a store takes as long as it takes. */
  watch(): void {
    const { environment, turnLimitMillis, onLost } = this.options;
    this.turnWatch = new TurnWatch(this.threads.turns, environment, turnLimitMillis, worker =>
      onLost(worker, `it has done nothing for ${turnLimitMillis} ms but one and the same thing`, true),
    );
  }

  async stop(): Promise<void> {
    // Whoever is through makes no turns any more.
    this.turnWatch?.stop();
    await this.through;
    this.silenceWatch?.stop();
    for (const process of this.lent) process.close();
    await this.threads.stop();
  }

  abandon(reason: WeirError): Promise<void> {
    this.abandoned ??= this.end(reason);
    return this.abandoned;
  }

  private end(reason: WeirError): Promise<void> {
    this.turnWatch?.stop();
    this.silenceWatch?.stop();
    for (const process of this.lent) process.close();
    for (const channel of this.channels) channel.end(reason);
    this.allThrough();
    return this.threads.abandon();
  }

  private borrow(index: number, { wire }: LentPlace): void {
    const { setup, reports, order } = this.options;
    const hand = this.hands[index + 1]!;
    const process = new LentProcess(wire, {
      heard: () => void Atomics.add(this.signs, index, 1),
      turned: (worker, count) => void Atomics.store(this.threads.turns, worker, count),
      ended: (worker, failure) => this.workerEnded(worker, failure),
      over: reason => this.processLost(index, reason),
    });
    this.lent.push(process);
    for (const worker of hand) this.channels[worker] = new WorkerChannel(process.portTo(worker), reports);
    for (const { here, there, port } of this.threads.outward) {
      if (hand.includes(there)) process.connect(here, there, port);
    }
    process.start({
      kind: 'start',
      version: LENDING_VERSION,
      session: this.session,
      order,
      workerOfShard: this.workerOfShard,
      processes: this.hands.map((workers, i) => ({ address: this.lenders[i - 1]?.address ?? '', workers })),
      process: index + 1,
      directory: setup.directory,
      persistence: setup.persistence,
      ids: setup.ids ?? null,
      recovers: setup.recovers,
      standingStateWarning: setup.standingStateWarning,
      program: programHere(),
    });
  }

  private watchSilence(): void {
    const { environment, silenceMillis } = this.options;
    this.silenceWatch = new TurnWatch(this.signs, environment, silenceMillis, index =>
      this.processLost(index, `nothing was heard of it for ${silenceMillis} ms`),
    );
  }

  private processLost(index: number, why: string): void {
    if (this.abandoned !== undefined) return;
    const hand = this.hands[index + 1]!;
    const { process } = this.lenders[index]!;
    this.options.onProcessLost(process);
    const reason = `the process ${process}, which lent it, is lost: ${why}`;
    if (hand.some(worker => this.channels[worker]!.isReady)) this.options.onLost(hand[0]!, reason, false);
    const error = new WeirError('graph.worker-lost', `Worker ${hand[0]} ended while it began: ${reason}`);
    for (const worker of hand) this.channels[worker]!.end(error);
  }

  private workerEnded(worker: number, failure: string | undefined): void {
    const channel = this.channels[worker]!;
    if (failure === undefined) {
      channel.end(new WeirError('graph.closed', 'The graph was closed.'));
      this.atWork.delete(worker);
      if (this.atWork.size === 0) this.allThrough();
      return;
    }
    if (this.abandoned !== undefined) return;
    if (channel.isReady) this.options.onLost(worker, failure, true);
    channel.end(new WeirError('graph.worker-lost', `Worker ${worker} ended while it began: ${failure}`));
  }
}
