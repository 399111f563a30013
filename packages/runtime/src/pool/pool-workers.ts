/**
 * Starts the workers of a pool in this process and in others, connects them, and starts others in their place: in
 * threads of this process, or in a process that joins.
 */
import { WeirError } from '@weir/platform';
import type { WorkerServices } from '../contract/worker-services.js';
import { Lenders } from '../lending/lenders.js';
import { LENDING_VERSION, type StartNote } from '../lending/lending-notes.js';
import { LentProcess } from '../lending/lent-process.js';
import { dealShards, holdersBefore, type ShardHolder } from './deal-shards.js';
import { dealWorkers } from './deal-workers.js';
import { LocalThreads } from './local-threads.js';
import { WorkerChannel } from '../threads/message-channel.js';
import type { NewPeers } from '../threads/new-peers.js';
import type { LenderConnection } from '../lending/borrowed-workers.js';
import type { PoolOptions } from './pool-contract.js';
import { PreparedWorkers } from '../threads/prepared-workers.js';
import { programHere } from '../thread-entry.js';
import type { CpuReading } from '../threads/thread-cpu.js';
import type { WorkerThreadOptions } from '../threads/run-worker.js';
import { type OutwardPort, WorkerThreads } from '../threads/worker-threads.js';

/** Delay before threads are prepared, because the graph has other work after workers have started. */
const PREPARE_MILLIS = 5_000;

export interface PoolListener {
  /** A worker has finished or, with the reason, has ended unexpectedly. */
  ended(worker: number, failure: string | undefined): void;
  /** See `LentListener`. */
  cut(process: LentProcess, other: number): void;
  over(process: LentProcess, reason: string): void;
}

export class PoolWorkers {
  readonly workerOfShard: readonly number[];
  readonly channels: WorkerChannel[] = [];
  readonly threads: LocalThreads;
  readonly lenders = new Lenders();
  /** Workers of this process that it does not have in place of others. */
  readonly own: readonly number[];
  /** Workers of this process, including those that replaced others' workers. */
  here: readonly number[];
  order: number;
  /** Readings for workers of other processes, as last reported. */
  readonly cpuElsewhere = new Map<number, CpuReading>();
  private readonly session: string;
  private replacements = 0;
  private joining: { readonly process: LentProcess; readonly peers: readonly NewPeers[] } | undefined =
    undefined;
  /** Threads that can replace workers of a process that is lost. */
  private spares: PreparedWorkers | undefined = undefined;
  private cancelSpares = (): void => undefined;
  private isOver = false;

  constructor(
    private readonly options: PoolOptions,
    private readonly listener: PoolListener,
  ) {
    const { shards, workers, lent, environment, prepared } = options;
    this.order = options.nextOrder();
    const { processes, absent } = lent;
    const hands = dealWorkers([workers, ...processes.map(place => place.workers), absent], shards);
    const [own = [], ...others] = hands;
    const elsewhere = others.slice(0, -1).filter(hand => hand.length > 0);
    const here = [...own, ...others.at(-1)!];
    [this.own, this.here] = [own, here];
    this.session = `${this.order}-${environment.random.uuid()}`;
    // Processes that get no workers are last.
    for (const { wire } of processes.slice(elsewhere.length)) wire.close();
    const connections = processes.slice(0, elsewhere.length);
    const holders = holdersOf(here, connections, elsewhere);
    const dataOf = new Map<string | undefined, readonly number[] | undefined>(
      connections.map(({ process, copies }) => [process, copies]),
    );
    dataOf.set(undefined, options.copies?.shards);
    this.workerOfShard = dealShards(
      shards,
      holders,
      holdersBefore(options.before),
      (process, shard) => dataOf.get(process)?.includes(shard) ?? true,
    );
    const threads = this.startThreads(here, holders.length, prepared);
    this.threads = new LocalThreads(threads);
    this.listenTo(threads);
    for (const [index, connection] of connections.entries()) this.borrow(connection, elsewhere[index]!);
    this.connect(threads.outward);
  }

  /** Starts the workers of other processes; threads of this process have started. */
  start(): void {
    for (const process of this.lenders.present) process.start(this.startOf(process));
  }

  /** A process whose workers are starting in place of others. */
  get joiningProcess(): LentProcess | undefined {
    return this.joining?.process;
  }

  /** Workers of this process that it has in place of others. */
  get standIns(): readonly number[] {
    return this.here.filter(worker => !this.own.includes(worker));
  }

  /** Whether a process has the data of all shards of these workers. @param copies see `WorkerOffer`. */
  hasData(copies: readonly number[] | undefined, workers: readonly number[]): boolean {
    if (copies === undefined) return true;
    const data = new Set(copies);
    return this.workerOfShard.every((worker, shard) => !workers.includes(worker) || data.has(shard));
  }

  /** Ends the workers of a lost process. */
  cutOff(process: LentProcess, reason: WeirError): void {
    const { workers } = process;
    process.close();
    for (const worker of workers) {
      this.cpuElsewhere.delete(worker);
      this.channels[worker]!.end(reason);
      this.lenders.finished(worker);
    }
    this.threads.closeTo(workers);
  }

  /** Ends workers of this process. @returns a function that waits until they have ended. */
  cutOffHere(workers: readonly number[], reason: WeirError): () => Promise<void> {
    for (const worker of workers) this.channels[worker]!.end(reason);
    const ended = this.threads.end(workers);
    // A caller that waits gets the failure.
    ended.catch(() => undefined);
    return () => ended;
  }

  /** Ends all workers. See `WorkerPool.abandon`. */
  async end(reason: WeirError): Promise<void> {
    this.isOver = true;
    this.lenders.close();
    for (const channel of this.channels) channel.end(reason);
    await Promise.all([this.threads.abandon(), this.closeSpares()]);
  }

  /** Resolves when all workers have completed their work. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all([this.lenders.finish(), this.closeSpares()]);
    this.lenders.close();
    await this.threads.stop();
  }

  /** Prepares threads for the loss of a process, in a while. */
  prepare(): void {
    const { environment, setup, heapBytes } = this.options;
    const most = Math.max(0, ...this.lenders.present.map(({ workers }) => workers.length));
    if (most === 0 || this.isOver) return;
    this.cancelSpares();
    this.cancelSpares = environment.scheduler.after(PREPARE_MILLIS, () => {
      const options = { store: setup.store, workerLimits: { heapBytes } };
      if (this.spares !== undefined) return;
      this.spares = new PreparedWorkers(most, options, this.here.length + most);
      void this.spares.warmUp();
    });
  }

  private async closeSpares(): Promise<void> {
    const { spares } = this;
    this.cancelSpares();
    this.spares = undefined;
    await spares?.close();
  }

  /** @throws WeirError `graph.worker-lost` if all workers are replaced. */
  private beginReplacement(): void {
    if (this.isOver) throw new WeirError('graph.worker-lost', 'All workers are replaced.');
    this.order = this.options.nextOrder();
    this.replacements++;
  }

  /** See `LostAlone.begin`. */
  async beginHere(workers: readonly number[]): Promise<readonly WorkerServices[]> {
    this.beginReplacement();
    const threads = this.startThreads(workers, this.channels.length, this.spares);
    void this.closeSpares();
    this.threads.add(threads);
    this.listenTo(threads);
    try {
      return await this.started(workers);
    } catch (thrown) {
      const error = WeirError.from(thrown);
      for (const worker of workers) this.channels[worker]!.end(error);
      await threads.abandon();
      this.threads.remove(threads);
      throw error;
    }
  }

  /** Like `beginHere`, in a process that joins. */
  async beginThere(
    connection: LenderConnection,
    workers: readonly number[],
  ): Promise<readonly WorkerServices[]> {
    try {
      this.beginReplacement();
    } catch (error) {
      connection.wire.close();
      throw error;
    }
    const { replacements } = this;
    this.here = this.here.filter(worker => !workers.includes(worker));
    const process = this.borrow(connection, workers);
    const peers = this.threads.newPeers(workers, replacements);
    this.joining = { process, peers };
    for (const each of peers) each.connect(process);
    const [number, { name }] = [this.lenders.numberOf(process), process];
    this.lenders.notifyAllBut(process, { kind: 'joining', process: number, name, workers, replacements });
    process.start(this.startOf(process));
    try {
      return await this.started(workers);
    } catch (thrown) {
      const error = WeirError.from(thrown);
      this.joining = undefined;
      process.leave();
      this.cutOff(process, error);
      throw error;
    }
  }

  private async started(workers: readonly number[]): Promise<readonly WorkerServices[]> {
    await Promise.all(workers.map(worker => this.channels[worker]!.ready));
    return workers.map(worker => this.channels[worker]!.services());
  }

  /** See `LostAlone.introduce`. */
  introduce(workers: readonly number[]): void {
    if (this.joining === undefined) this.introduceHere(workers);
    else this.introduceThere();
    this.prepare();
  }

  private introduceHere(workers: readonly number[]): void {
    const { replacements, lenders } = this;
    const outward = this.threads.introduceLast(replacements);
    const before = lenders.with(workers[0]!);
    const from = lenders.numberOf(before);
    lenders.notifyAllBut(before, { kind: 'replaced', workers, from, to: 0, replacements });
    this.connect(outward);
    if (before === undefined) return;
    before.workers = [];
    this.here = [...this.here, ...workers];
  }

  private introduceThere(): void {
    const { replacements } = this;
    const { process, peers } = this.joining!;
    this.joining = undefined;
    for (const each of peers) each.introduce();
    const { workers, name, readers } = process;
    const to = this.lenders.numberOf(process);
    this.lenders.notifyAllBut(process, { kind: 'replaced', workers, from: 0, to, replacements });
    this.options.readers.add(readers);
    this.options.onProcessJoined(name, this.here.length === this.own.length);
  }

  private connect(outward: readonly OutwardPort[]): void {
    const { replacements } = this;
    for (const { here, there, port } of outward)
      this.lenders.with(there)?.connect(here, there, port, { replacements });
  }

  private listenTo(threads: WorkerThreads): void {
    for (const [worker, port] of threads.controls)
      this.channels[worker] = new WorkerChannel(port, this.options.reports);
  }

  /** @param prepared threads to use first. */
  private startThreads(here: readonly number[], total: number, prepared?: PreparedWorkers): WorkerThreads {
    const { heapBytes, environment, copies } = this.options;
    return new WorkerThreads({
      setup: this.setup(),
      here,
      total,
      joined: this.replacements > 0 ? this.threads.first : undefined,
      sharing: new Set([...this.here, ...here]).size,
      heapBytes,
      prepared,
      copies,
      environment,
      ended: (worker, failure) => this.listener.ended(worker, failure),
    });
  }

  /** Workers that replace others open parts of the graph that exist, and check the latest writes. */
  private setup(): WorkerThreadOptions {
    const { order, replacements, workerOfShard } = this;
    const { setup } = this.options;
    const { directory, recovers } = setup;
    const isFirst = replacements === 0;
    return {
      ...setup,
      workerOfShard,
      life: replacements,
      recovers: recovers || !isFirst,
      directory: {
        ...directory,
        isNew: directory.isNew && isFirst,
        term: directory.term === undefined ? undefined : order,
      },
    };
  }

  private borrow(connection: LenderConnection, workers: readonly number[]): LentProcess {
    const { reports, readers, environment, silenceMillis, storePatienceMillis, reachesStore } = this.options;
    const process: LentProcess = new LentProcess(
      { connection, workers, environment, silenceMillis, storePatienceMillis, reachesStore },
      {
        turned: (worker, count, cpu) => {
          Atomics.store(this.threads.first.turns, worker, count);
          this.cpuElsewhere.set(worker, cpu);
        },
        ended: (worker, failure) => this.listener.ended(worker, failure),
        cut: other => this.listener.cut(process, other),
        over: reason => this.listener.over(process, reason),
        readsNoMore: place => readers.remove(place),
      },
    );
    this.lenders.add(process);
    for (const worker of workers) this.channels[worker] = new WorkerChannel(process.portTo(worker), reports);
    return process;
  }

  private startOf(process: LentProcess): StartNote {
    const { directory, persistence, ids, recovers, standingStateWarning } = this.setup();
    return {
      kind: 'start',
      version: LENDING_VERSION,
      session: this.session,
      order: this.order,
      workerOfShard: this.workerOfShard,
      processes: [{ name: '', address: '', workers: this.here }, ...this.lenders.places],
      process: this.lenders.numberOf(process),
      replacements: this.replacements,
      directory,
      persistence,
      ids: ids ?? null,
      recovers,
      standingStateWarning,
      program: programHere(),
    };
  }
}

function holdersOf(
  here: readonly number[],
  lenders: readonly LenderConnection[],
  elsewhere: readonly (readonly number[])[],
): readonly ShardHolder[] {
  const holders: ShardHolder[] = [];
  for (const [nth, worker] of here.entries()) holders[worker] = { process: undefined, nth };
  for (const [index, hand] of elsewhere.entries()) {
    for (const [nth, worker] of hand.entries()) holders[worker] = { process: lenders[index]!.process, nth };
  }
  return holders;
}
