/**
 * The workers of a graph: threads of this process, and workers that other processes lend. They start and stop together.
 * If a thread of this process, or a process that lends workers, is lost, new threads of this process replace its workers
 * while all others keep running. A process that joins later gets these workers.
 */
import { WeirError } from '@weir/platform';
import type { WorkerLocation } from '@weir/contract';
import type { WorkerServices } from '../contract/worker-services.js';
import type { LentProcess } from '../lending/lent-process.js';
import type { LostAlone } from './lost-alone.js';
import type { WorkerChannel } from '../threads/message-channel.js';
import type { LenderConnection, WorkerChange } from '../lending/borrowed-workers.js';
import type { PoolOptions, WorkerPool } from './pool-contract.js';
import { PoolWorkers } from './pool-workers.js';
import { TurnWatch } from '../threads/turn-watch.js';
import { shardsOf } from '../threads/run-worker.js';

/** Rejects with the first reason if any of them could not start. */
export async function startWorkers(options: PoolOptions): Promise<WorkerPool> {
  const pool = new LivePool(options);
  const { over } = options;
  const end = (): void => pool.failBeginning(new WeirError('graph.closed', 'The graph was closed.'));
  over.addEventListener('abort', end);
  if (over.aborted) end();
  try {
    await Promise.race([pool.failure, Promise.all(pool.channels.map(channel => channel.ready))]);
  } catch (error) {
    const reason = WeirError.from(error);
    await pool.abandon(reason);
    throw reason;
  } finally {
    over.removeEventListener('abort', end);
  }
  pool.watch();
  return pool;
}

class LivePool implements WorkerPool {
  private readonly all: PoolWorkers;
  private turnWatch: TurnWatch | undefined = undefined;
  private abandoned: Promise<void> | undefined = undefined;
  private hasBegun = false;
  /** Rejects if a worker is lost before all are running. */
  readonly failure: Promise<never>;
  failBeginning!: (reason: WeirError) => void;

  constructor(private readonly options: PoolOptions) {
    this.failure = new Promise((_, reject) => (this.failBeginning = reject));
    this.failure.catch(() => undefined);
    this.all = new PoolWorkers(options, {
      ended: (worker, failure) => this.workerEnded(worker, failure),
      cut: (process, other) => this.isCutOff(process, other),
      over: (process, reason) => this.processLost(process, reason),
    });
    this.all.start();
  }

  get order(): number {
    return this.all.order;
  }

  get workerOfShard(): readonly number[] {
    return this.all.workerOfShard;
  }

  get channels(): readonly WorkerChannel[] {
    return this.all.channels;
  }

  get workers(): readonly WorkerServices[] {
    return this.channels.map(channel => channel.services());
  }

  get locations(): readonly WorkerLocation[] {
    const located = (process: LentProcess | undefined) => (worker: number) => ({
      worker,
      process: process?.name,
      shards: shardsOf(this.workerOfShard, worker),
      lag: process && { silentMillis: process.silentMillis, waitingBytes: process.waitingBytes },
    });
    return [
      ...this.all.here.map(located(undefined)),
      ...this.all.lenders.workers.map(([worker, process]) => located(process)(worker)),
    ];
  }

  isStill(worker: number): boolean {
    return this.all.lenders.with(worker)?.isStill === true;
  }

  /** Starts the watch when all workers are running, because opening a store may take any time. */
  watch(): void {
    const { environment, turnLimitMillis, onLost, readers } = this.options;
    this.hasBegun = true;
    this.all.prepare();
    for (const process of this.all.lenders.present) readers.add(process.readers);
    const stuck = `it made no progress in ${turnLimitMillis} ms of processor time`;
    this.turnWatch = new TurnWatch(
      this.all.threads.first.turns,
      environment,
      turnLimitMillis,
      worker => onLost(worker, stuck, true, this.threadAlone(worker)),
      worker => this.channels[worker]!.isAnswering,
      worker => this.all.cpuElsewhere.get(worker) ?? this.all.threads.first.cpuOf(worker),
    );
  }

  async stop(): Promise<void> {
    // Finished threads make no turns any more.
    this.turnWatch?.stop();
    await this.all.stop();
  }

  abandon(reason: WeirError): Promise<void> {
    this.abandoned ??= this.end(reason);
    return this.abandoned;
  }

  private end(reason: WeirError): Promise<void> {
    this.turnWatch?.stop();
    return this.all.end(reason);
  }

  /** Two lenders cannot reach each other. One that joins is given up rather than one that the graph uses. */
  private isCutOff(process: LentProcess, other: number): void {
    const [given, by] =
      process === this.all.joiningProcess
        ? [process, this.all.lenders.numbered(other)]
        : [this.all.lenders.numbered(other), process];
    if (!given.isGone) this.processLost(given, `${by.name} no longer reaches it`);
  }

  private processLost(process: LentProcess, why: string): void {
    if (this.abandoned !== undefined) return;
    process.leave();
    const { name, workers } = process;
    this.options.onProcessLost(name);
    const reason = `the process ${name}, which lent it, is lost: ${why}`;
    if (this.hasBegun && process !== this.all.joiningProcess)
      this.options.onLost(workers[0]!, reason, false, this.alone(process));
    else this.endedEarly(workers, reason);
  }

  /** Workers were lost before they were running. Others are ended by the listener (`LostAlone.cutOff`). */
  private endedEarly(workers: readonly number[], reason: string): void {
    const error = new WeirError(
      'graph.worker-lost',
      `Worker ${workers[0]} exited during its start: ${reason}`,
    );
    this.failBeginning(error);
    for (const worker of workers) this.channels[worker]!.end(error);
  }

  // Replacing some workers

  aloneFor({ leaving, joining }: WorkerChange): LostAlone | undefined {
    if (this.abandoned !== undefined) return undefined;
    if (leaving !== undefined) return this.giveBack(leaving);
    return joining && this.giveTo(joining);
  }

  private giveBack(name: string): LostAlone | undefined {
    const process = this.all.lenders.named(name);
    const alone = process && this.alone(process);
    if (alone === undefined) return undefined;
    process!.leave();
    this.options.onProcessLost(name);
    return alone;
  }

  /** Gives workers that this process has in place of others to one that joins. */
  private giveTo(connection: LenderConnection): LostAlone | undefined {
    const workers = this.all.standIns.slice(0, connection.workers);
    if (workers.length === 0 || !this.all.hasData(connection.copies, workers)) return undefined;
    let hasTried = false;
    return this.aloneHere(workers, () => {
      // If the process is lost at once, this one has its workers again.
      if (hasTried) return this.all.beginHere(workers);
      hasTried = true;
      return this.all.beginThere(connection, workers);
    });
  }

  /** @returns `undefined` if this process does not have the data of its shards. */
  private alone(process: LentProcess): LostAlone | undefined {
    const { workers } = process;
    if (!this.all.hasData(this.options.copies?.shards, workers)) return undefined;
    return {
      indexes: workers,
      cutOff: reason => this.all.cutOff(process, reason),
      begin: () => this.all.beginHere(workers),
      introduce: () => this.all.introduce(workers),
    };
  }

  /** @returns `undefined` if all workers have to be replaced: there is only one, or it is in another process. */
  private threadAlone(worker: number): LostAlone | undefined {
    if (!this.all.here.includes(worker) || this.channels.length === 1) return undefined;
    return this.aloneHere([worker], () => this.all.beginHere([worker]));
  }

  /** Replaces workers of this process. */
  private aloneHere(workers: readonly number[], begin: LostAlone['begin']): LostAlone {
    let ended = async (): Promise<void> => undefined;
    return {
      indexes: workers,
      cutOff: reason => (ended = this.all.cutOffHere(workers, reason)),
      begin: () => ended().then(begin),
      introduce: () => this.all.introduce(workers),
    };
  }

  private workerEnded(worker: number, failure: string | undefined): void {
    const channel = this.channels[worker]!;
    if (failure === undefined) {
      channel.end(new WeirError('graph.closed', 'The graph was closed.'));
      return this.all.lenders.finished(worker);
    }
    if (this.abandoned !== undefined) return;
    if (this.hasBegun && channel.isReady)
      this.options.onLost(worker, failure, true, this.threadAlone(worker));
    else this.endedEarly([worker], failure);
  }
}
