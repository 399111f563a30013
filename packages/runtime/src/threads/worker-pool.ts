/**
 * Starts the workers and connects each to the coordinator and to every other worker. Some are threads of this process,
 * others may be lent by other processes. They start and stop together. If a thread of this process, or a process that
 * lends workers, is lost, new threads of this process replace its workers while all others keep running.
 */
import { WeirError } from '@weir/platform';
import type { WorkerLocation } from '@weir/contract';
import type { WorkerServices } from '../contract/worker-services.js';
import { LENDING_VERSION } from '../lending/lending-notes.js';
import { LenderSigns } from '../lending/lender-signs.js';
import { LentProcess } from '../lending/lent-process.js';
import { dealShards, holdersBefore, type ShardHolder } from './deal-shards.js';
import { dealWorkers } from './deal-workers.js';
import type { LostAlone } from './lost-alone.js';
import { WorkerChannel } from './message-channel.js';
import { sendPeerChange } from './peer-links.js';
import type { LenderConnection, PoolOptions, WorkerPool } from './pool-contract.js';
import { programHere } from './thread-entry.js';
import type { CpuReading } from './thread-cpu.js';
import { TurnWatch } from './turn-watch.js';
import { shardsOf, type WorkerThreadOptions } from './worker-main.js';
import { WorkerThreads } from './worker-threads.js';

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
  readonly workerOfShard: readonly number[];
  readonly channels: WorkerChannel[] = [];
  private readonly threads: WorkerThreads;
  /** Worker numbers of each process; the first is this one. */
  private readonly hands: (readonly number[])[];
  /** The other processes, in the same order. */
  private readonly lenders: readonly LenderConnection[];
  private readonly lent: LentProcess[] = [];
  private readonly session: string;
  /** Signs of life of each lender. */
  private readonly signs: LenderSigns;
  private readonly atWork: Set<number>;
  private allThrough!: () => void;
  /** Resolves when the workers of other processes have finished. */
  private readonly through: Promise<void>;
  private turnWatch: TurnWatch | undefined = undefined;
  private abandoned: Promise<void> | undefined = undefined;
  private hasBegun = false;
  /** Rejects if a worker is lost before all are running. */
  readonly failure: Promise<never>;
  failBeginning!: (reason: WeirError) => void;
  order: number;
  /** Threads of this process that replaced lost workers. */
  private replacementThreads: readonly WorkerThreads[] = [];
  private replacements = 0;
  /** Indexes of the lost processes among the lenders. */
  private readonly lostProcesses = new Set<number>();
  /** Readings for workers of other processes, as last reported. */
  private readonly cpuElsewhere = new Map<number, CpuReading>();

  constructor(private readonly options: PoolOptions) {
    const { shards, workers, lent, reports, environment, heapBytes, prepared, copies } = options;
    this.order = options.nextOrder();
    this.failure = new Promise((_, reject) => (this.failBeginning = reject));
    this.failure.catch(() => undefined);
    const hands = dealWorkers([workers, ...lent.map(place => place.workers)], shards);
    this.hands = hands.filter(hand => hand.length > 0);
    const [here = [], ...elsewhere] = this.hands;
    // Processes that get no workers are last.
    this.lenders = lent.slice(0, elsewhere.length);
    for (const { wire } of lent.slice(elsewhere.length)) wire.close();
    this.session = `${this.order}-${environment.random.uuid()}`;
    const total = this.hands.reduce((sum, hand) => sum + hand.length, 0);
    this.workerOfShard = dealShards(shards, this.holders(total), holdersBefore(options.before));
    this.signs = new LenderSigns(elsewhere.length, environment);
    this.atWork = new Set(elsewhere.flat());
    this.through = new Promise(resolve => (this.allThrough = resolve));
    if (this.atWork.size === 0) this.allThrough();
    this.threads = new WorkerThreads({
      setup: this.setupUnder(this.order),
      here,
      total,
      heapBytes,
      prepared,
      copies,
      environment,
      ended: (worker, failure) => this.workerEnded(worker, failure),
    });
    for (const [worker, port] of this.threads.controls)
      this.channels[worker] = new WorkerChannel(port, reports);
    for (const [index, place] of this.lenders.entries()) this.borrow(index, place);
    const { silenceMillis } = options;
    this.signs.watch(
      silenceMillis,
      index => !this.lostProcesses.has(index),
      index => this.processLost(index, `it was silent for ${silenceMillis} ms`),
    );
  }

  private holders(total: number): ShardHolder[] {
    const holders = new Array<ShardHolder>(total);
    for (const [process, hand] of this.hands.entries()) {
      const name = process === 0 ? undefined : this.lenders[process - 1]!.process;
      for (const [nth, worker] of hand.entries()) holders[worker] = { process: name, nth };
    }
    return holders;
  }

  get workers(): readonly WorkerServices[] {
    return this.channels.map(channel => channel.services());
  }

  get locations(): readonly WorkerLocation[] {
    return this.hands.flatMap((hand, process) =>
      hand.map(worker => ({
        worker,
        process: process === 0 ? undefined : this.lenders[process - 1]!.process,
        shards: shardsOf(this.workerOfShard, worker),
        lag:
          process === 0
            ? undefined
            : {
                silentMillis: this.signs.silentMillis(process - 1),
                waitingBytes: this.lenders[process - 1]!.wire.waitingBytes,
              },
      })),
    );
  }

  isStill(worker: number): boolean {
    const process = this.hands.findIndex(hand => hand.includes(worker));
    return process > 0 && this.signs.isStill(process - 1);
  }

  /** Starts the watch when all workers are running, because opening a store may take any time. */
  watch(): void {
    const { environment, turnLimitMillis, onLost, readers } = this.options;
    this.hasBegun = true;
    for (const [index, process] of this.lent.entries())
      if (!this.lostProcesses.has(index)) readers.add(process.readers);
    const stuck = `it made no progress in ${turnLimitMillis} ms of processor time`;
    this.turnWatch = new TurnWatch(
      this.threads.turns,
      environment,
      turnLimitMillis,
      worker => onLost(worker, stuck, true, this.aloneHere(worker)),
      worker => this.channels[worker]!.isAnswering,
      worker => this.cpuElsewhere.get(worker) ?? this.threads.cpuOf(worker),
    );
  }

  async stop(): Promise<void> {
    // Finished threads make no turns any more.
    this.turnWatch?.stop();
    await this.through;
    this.signs.stop();
    for (const process of this.lent) process.close();
    await Promise.all(this.threadsHere.map(threads => threads.stop()));
  }

  abandon(reason: WeirError): Promise<void> {
    this.abandoned ??= this.end(reason);
    return this.abandoned;
  }

  private end(reason: WeirError): Promise<void> {
    this.turnWatch?.stop();
    this.signs.stop();
    for (const process of this.lent) process.close();
    for (const channel of this.channels) channel.end(reason);
    this.allThrough();
    return Promise.all(this.threadsHere.map(threads => threads.abandon())).then(() => undefined);
  }

  private get threadsHere(): readonly WorkerThreads[] {
    return [this.threads, ...this.replacementThreads];
  }

  private setupUnder(order: number): WorkerThreadOptions {
    const { setup } = this.options;
    const { directory } = setup;
    const term = directory.term === undefined ? undefined : order;
    return { ...setup, workerOfShard: this.workerOfShard, directory: { ...directory, term } };
  }

  private borrow(index: number, { process: name, wire }: LenderConnection): void {
    const { reports, readers } = this.options;
    const setup = this.setupUnder(this.order);
    const hand = this.hands[index + 1]!;
    const process = new LentProcess(name, hand, wire, {
      received: () => this.signs.received(index),
      turned: (worker, count, cpu) => {
        Atomics.store(this.threads.turns, worker, count);
        this.cpuElsewhere.set(worker, cpu);
      },
      ended: (worker, failure) => {
        if (!this.lostProcesses.has(index)) this.workerEnded(worker, failure);
      },
      cut: process => {
        if (this.lostProcesses.has(index)) return;
        this.processLost(process - 1, `${this.lenders[index]!.process} no longer reaches it`);
      },
      sawStore: trouble => this.sawStore(index, trouble),
      over: reason => this.processLost(index, reason),
      readsNoMore: place => readers.remove(place),
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
      order: this.order,
      workerOfShard: this.workerOfShard,
      processes: this.hands.map((workers, i) => {
        const { process: name = '', address = '' } = this.lenders[i - 1] ?? {};
        return { name, address, workers };
      }),
      process: index + 1,
      directory: setup.directory,
      persistence: setup.persistence,
      ids: setup.ids ?? null,
      recovers: setup.recovers,
      standingStateWarning: setup.standingStateWarning,
      program: programHere(),
    });
  }

  private processLost(index: number, why: string): void {
    if (this.abandoned !== undefined || this.lostProcesses.has(index)) return;
    this.lostProcesses.add(index);
    const hand = this.hands[index + 1]!;
    const { process } = this.lenders[index]!;
    this.options.onProcessLost(process);
    const reason = `the process ${process}, which lent it, is lost: ${why}`;
    if (this.hasBegun) this.options.onLost(hand[0]!, reason, false, this.alone(index));
    this.endedEarly(hand, reason);
  }

  /** Workers lost after all were running have ended already. */
  private endedEarly(workers: readonly number[], reason: string): void {
    const error = new WeirError(
      'graph.worker-lost',
      `Worker ${workers[0]} exited during its start: ${reason}`,
    );
    this.failBeginning(error);
    for (const worker of workers) this.channels[worker]!.end(error);
  }

  giveBack(process: string): LostAlone | undefined {
    const index = this.lenders.findIndex(lender => lender.process === process);
    if (index < 0 || this.abandoned !== undefined || this.lostProcesses.has(index)) return undefined;
    this.lostProcesses.add(index);
    this.options.onProcessLost(process);
    return this.alone(index);
  }

  /** If the store was unreachable for all, a lender may notice its return later than this process. */
  private sawStore(index: number, trouble: string | undefined): void {
    const { reachesStore, storePatienceMillis } = this.options;
    const millis = this.signs.lacksStoreFor(index, trouble !== undefined && reachesStore());
    if (trouble !== undefined && millis >= storePatienceMillis)
      this.processLost(index, `it cannot reach the store: ${trouble}`);
  }

  private alone(index: number): LostAlone {
    const workers = this.hands[index + 1]!;
    return {
      indexes: workers,
      cutOff: reason => this.cutOff(index, workers, reason),
      begin: () => this.beginInstead(workers),
      introduce: () => this.introduce(index + 1, workers),
    };
  }

  /**
   * Returns how to replace a lost thread of this process.
   * @returns `undefined` if all workers have to be replaced: the thread is the only one here, or other processes lend
   * workers, whose frames for the lost thread and for its successor arrive on the same wire.
   */
  private aloneHere(worker: number): LostAlone | undefined {
    const lost = this.threadsHere.find(threads => threads.has(worker));
    const areLent = this.lostProcesses.size < this.lenders.length;
    if (lost === undefined || areLent || this.hands[0]!.length === 1) return undefined;
    return {
      indexes: [worker],
      cutOff: reason => {
        this.channels[worker]!.end(reason);
        // `begin` reports a failure.
        lost.end(worker).catch(() => undefined);
      },
      begin: async () => {
        await lost.end(worker);
        return this.beginInstead([worker]);
      },
      introduce: () => this.introduce(0, [worker]),
    };
  }

  private cutOff(index: number, workers: readonly number[], reason: WeirError): void {
    this.lent[index]!.close();
    for (const worker of workers) {
      this.cpuElsewhere.delete(worker);
      this.channels[worker]!.end(reason);
      this.atWork.delete(worker);
    }
    if (this.atWork.size === 0) this.allThrough();
    for (const threads of this.threadsHere) threads.closeTo(workers);
  }

  private async beginInstead(workers: readonly number[]): Promise<readonly WorkerServices[]> {
    const { heapBytes, environment, reports, nextOrder, copies } = this.options;
    this.replacementThreads = this.replacementThreads.filter(threads => threads.controls.size > 0);
    if (this.abandoned !== undefined) throw new WeirError('graph.worker-lost', 'All workers are replaced.');
    this.order = nextOrder();
    const setup = this.setupUnder(this.order);
    const directory = { ...setup.directory, isNew: false };
    const threads = new WorkerThreads({
      setup: { ...setup, directory, life: ++this.replacements, recovers: true },
      here: workers,
      total: this.channels.length,
      joined: this.threads,
      sharing: new Set([...this.hands[0]!, ...workers]).size,
      heapBytes,
      copies,
      environment,
      ended: (worker, failure) => this.workerEnded(worker, failure),
    });
    this.replacementThreads = [...this.replacementThreads, threads];
    for (const [worker, port] of threads.controls) this.channels[worker] = new WorkerChannel(port, reports);
    try {
      await Promise.all(workers.map(worker => this.channels[worker]!.ready));
    } catch (thrown) {
      const error = WeirError.from(thrown);
      for (const worker of workers) this.channels[worker]!.end(error);
      await threads.abandon();
      this.replacementThreads = this.replacementThreads.filter(each => each !== threads);
      throw error;
    }
    return workers.map(worker => this.channels[worker]!.services());
  }

  /** @param process index in `hands` of the process that had these workers. */
  private introduce(process: number, workers: readonly number[]): void {
    const fresh = this.replacementThreads.at(-1)!;
    const { replacements } = this;
    for (const threads of this.threadsHere) {
      if (threads === fresh) continue;
      for (const [worker, control] of threads.controls) {
        sendPeerChange(control, { replacements, peers: fresh.handOver(worker) });
      }
    }
    for (const [other, lent] of this.lent.entries()) {
      if (this.lostProcesses.has(other)) continue;
      lent.notify({ kind: 'replaced', process, workers, replacements });
      for (const { here, there, port } of fresh.outward) {
        if (this.hands[other + 1]!.includes(there)) lent.connect(here, there, port);
      }
    }
    if (process === 0) return;
    this.hands[0] = [...this.hands[0]!, ...workers];
    this.hands[process] = [];
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
    if (this.hasBegun && channel.isReady) this.options.onLost(worker, failure, true, this.aloneHere(worker));
    this.endedEarly([worker], failure);
  }
}
