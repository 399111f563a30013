/** Starts the worker threads and connects them: each to the coordinator, and each pair of them. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Environment, WeirError } from '@weir/model';
import { Piscina } from 'piscina';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import { workerHeapLimits } from './heap-settings.js';
import { WorkerChannel } from './message-channel.js';
import { parked } from './parking.js';
import { threadEntry } from './thread-entry.js';
import { turnCounts, TurnWatch } from './turn-watch.js';
import type { WorkerSetup, WorkerTask } from './worker-main.js';

export interface WorkerPool {
  readonly workers: readonly WorkerServices[];
  /** Ends the threads; call after every worker was closed. */
  stop(): Promise<void>;
  /**
   * Ends the threads whatever they do. Calls under way reject with `reason` at once, and so do later ones.
   * @returns when no thread runs any more, so that their stores can be opened again. Rejects when one does not end.
   */
  abandon(reason: WeirError): Promise<void>;
}

export interface PoolOptions {
  readonly setup: WorkerSetup;
  readonly reports: WorkerReports;
  readonly environment: Environment;
  /** A worker that makes no turn of its event loop for so long is lost. */
  readonly turnLimitMillis: number;
  /** That the heap of each may grow to; default: a share of the machine's memory. */
  readonly heapBytes: number | undefined;
  /** A worker that had begun has ended by itself, or is stuck: nothing can be expected of it. */
  readonly onLost: (worker: number, reason: string) => void;
}

/** For a thread to end that was told to: what it does in native code ends first. */
const END_MILLIS = 60_000;

/** Rejects when not all of them could begin. */
export async function startWorkers(workerCount: number, options: PoolOptions): Promise<WorkerPool> {
  const threads = new WorkerThreads(workerCount, options);
  try {
    await Promise.all(threads.channels.map(channel => channel.ready));
  } catch (error) {
    const reason = WeirError.from(error);
    await threads.abandon(reason);
    throw reason;
  }
  threads.watch();
  return threads;
}

class WorkerThreads implements WorkerPool {
  readonly channels: WorkerChannel[] = [];
  private readonly pool: Piscina;
  private readonly tasks: Promise<void>[] = [];
  /** The stores of a thread are closed by then, too. */
  private readonly exits: Promise<unknown>;
  private readonly turns: Int32Array<SharedArrayBuffer>;
  private turnWatch: TurnWatch | undefined = undefined;
  private abandoned: Promise<void> | undefined = undefined;

  constructor(
    workerCount: number,
    private readonly options: PoolOptions,
  ) {
    this.pool = new Piscina({
      minThreads: workerCount,
      maxThreads: workerCount,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: workerHeapLimits(workerCount, options.heapBytes),
    });
    // Of a thread without a task, such as takes the place of one that ended: it has loaded nothing, and is told to end.
    this.pool.on('error', () => undefined);
    this.exits = Promise.all(
      this.pool.threads.map(thread => new Promise<void>(resolve => thread.once('exit', () => resolve()))),
    );
    this.turns = turnCounts(workerCount);
    const peers = connectPairs(workerCount);
    for (let index = 0; index < workerCount; index++) this.tasks.push(this.run(index, peers[index]!));
  }

  get workers(): readonly WorkerServices[] {
    return this.channels.map(channel => channel.services());
  }

  /** Not before all have begun: opening a store takes as long as it takes. */
  watch(): void {
    const { environment, turnLimitMillis, onLost } = this.options;
    this.turnWatch = new TurnWatch(this.turns, environment, turnLimitMillis, worker =>
      onLost(worker, `it has done nothing for ${turnLimitMillis} ms but one and the same thing`),
    );
  }

  async stop(): Promise<void> {
    // Whoever is through makes no turns any more.
    this.turnWatch?.stop();
    await Promise.all(this.tasks);
    await this.pool.destroy();
  }

  abandon(reason: WeirError): Promise<void> {
    this.abandoned ??= this.end(reason);
    return this.abandoned;
  }

  private async end(reason: WeirError): Promise<void> {
    this.turnWatch?.stop();
    for (const channel of this.channels) channel.end(reason);
    const { scheduler } = this.options.environment;
    await parked(this.turns, this.tasks, scheduler);
    let cancel = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = scheduler.after(END_MILLIS, () =>
        reject(new WeirError('graph.worker-lost', `A worker thread did not end within ${END_MILLIS} ms.`)),
      );
    });
    try {
      await Promise.race([Promise.all([this.pool.destroy(), this.exits]), late]);
    } finally {
      cancel();
    }
  }

  /** Never rejects: whoever is to know of a thread's end is told. */
  private run(index: number, peers: Peers): Promise<void> {
    const { setup, reports, onLost } = this.options;
    const { port1: here, port2: control } = new MessageChannel();
    const channel = new WorkerChannel(here, reports);
    this.channels.push(channel);
    const task: WorkerTask = { ...setup, index, control, peers, turns: this.turns };
    const transferList = [control, ...peers.map(peer => peer.port)];
    return this.pool.run(task, { filename: threadEntry.file, transferList }).then(
      () => channel.end(new WeirError('graph.closed', 'The graph was closed.')),
      (error: unknown) => {
        if (this.abandoned !== undefined) return;
        const reason = reasonOf(error);
        if (channel.isReady) onLost(index, reason);
        channel.end(new WeirError('graph.worker-lost', `Worker ${index} ended while it began: ${reason}`));
      },
    );
  }
}

function reasonOf(error: unknown): string {
  const { message } = WeirError.from(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it ran out of memory (${message})` : message;
}

type Peers = { readonly worker: number; readonly port: MessagePort }[];

function connectPairs(workerCount: number): Peers[] {
  const peers: Peers[] = Array.from({ length: workerCount }, () => []);
  for (let a = 0; a < workerCount; a++) {
    for (let b = a + 1; b < workerCount; b++) {
      const { port1, port2 } = new MessageChannel();
      peers[a]!.push({ worker: b, port: port1 });
      peers[b]!.push({ worker: a, port: port2 });
    }
  }
  return peers;
}
