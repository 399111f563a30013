/**
 * The worker threads of this process, each with a control port and a port to every other worker. Ports to workers in
 * other processes are connected by the caller.
 */
import { MessageChannel, type MessagePort, type ResourceLimits } from 'node:worker_threads';
import { type Environment, WeirError } from '@weir/platform';
import type { Piscina } from 'piscina';
import { workerHeapLimits } from './heap-settings.js';
import { type PreparedWorkers, startThread } from './prepared-workers.js';
import { cpuOfThread, type CpuReading, type ThreadIds, threadIds } from './thread-cpu.js';
import { parked } from './parking.js';
import type { PeerPorts } from './peer-links.js';
import { type TurnCounts, turnCounts } from './turn-watch.js';
import { shardsOf, type WorkerThreadOptions, type WorkerTask } from './run-worker.js';
import { type PartitionCopies, shardPartitions } from '../contract/partition-copies.js';

export interface ThreadOptions {
  readonly setup: WorkerThreadOptions;
  /** Numbers of the workers in this process. */
  readonly here: readonly number[];
  /** Number of all workers, in any process. */
  readonly total: number;
  /** The threads that these ones join as replacements. Default: these are the first. */
  readonly joined?: WorkerThreads | undefined;
  /** Number of worker threads in this process, including these. Default: only these. */
  readonly sharing?: number | undefined;
  /** Heap limit of each thread. Default: a share of the machine's memory. */
  readonly heapBytes: number | undefined;
  /** Threads to use first. */
  readonly prepared?: PreparedWorkers | undefined;
  /** Copies of the shards, which end while a thread works on them. */
  readonly copies?: PartitionCopies | undefined;
  readonly environment: Environment;
  /** Called when a thread has finished or, with the reason, has ended unexpectedly. */
  ended(worker: number, failure: string | undefined): void;
}

/** A port between a worker in this process and one in another. */
export interface OutwardPort {
  readonly here: number;
  readonly there: number;
  readonly port: MessagePort;
}

/** Time for a thread to end after the request; pending native calls complete first. */
const END_MILLIS = 60_000;

export class WorkerThreads {
  readonly controls = new Map<number, MessagePort>();
  outward: readonly OutwardPort[] = [];
  /** Indexed by worker; workers of other processes are counted elsewhere. */
  readonly turns: TurnCounts;
  private readonly ids: ThreadIds;
  /** Keyed by worker, until `end` is called for it. */
  private readonly threads = new Map<number, WorkerThread>();
  private readonly ends = new Map<number, Promise<void>>();

  constructor(private readonly options: ThreadOptions) {
    const { here, total, heapBytes, joined, sharing = here.length } = options;
    this.turns = joined?.turns ?? turnCounts(total);
    this.ids = joined?.ids ?? threadIds(total);
    const peers = this.connect();
    const limits = workerHeapLimits(sharing, heapBytes);
    for (const index of here) this.threads.set(index, this.begin(index, peers.get(index)!, limits));
  }

  has(worker: number): boolean {
    return this.threads.has(worker);
  }

  /** For a worker in this process, in these threads or others. */
  cpuOf(worker: number): CpuReading {
    return cpuOfThread(Atomics.load(this.ids, worker));
  }

  /** Resolves when all threads have completed their work. */
  async stop(): Promise<void> {
    const threads = [...this.threads.values()];
    await Promise.all(threads.map(({ task }) => task));
    await Promise.all(threads.map(({ pool }) => pool.destroy()));
  }

  /** Closes the ports to lost workers of other processes: nothing is received from them or kept for them. */
  closeTo(workers: readonly number[]): void {
    for (const { there, port } of this.outward) if (workers.includes(there)) port.close();
    this.outward = this.outward.filter(({ there }) => !workers.includes(there));
  }

  /** Returns the ends of the ports to a worker elsewhere and transfers their ownership to the caller. */
  handOver(worker: number): PeerPorts {
    const ports = this.outward.filter(({ there }) => there === worker);
    this.outward = this.outward.filter(({ there }) => there !== worker);
    return ports.map(({ here, port }) => ({ worker: here, port }));
  }

  /** Makes ports to a worker elsewhere that replaces another. @returns both ends, for each worker here. */
  connectTo(there: number): readonly (OutwardPort & { readonly inside: MessagePort })[] {
    const ports = [...this.controls.keys()].map(here => {
      const { port1: port, port2: inside } = new MessageChannel();
      return { here, there, port, inside };
    });
    this.outward = [...this.outward, ...ports.map(({ inside: _, ...outward }) => outward)];
    return ports;
  }

  /**
   * Ends all threads, whatever they are doing.
   * @returns when no thread is running, so that their stores can be opened again. Rejects if a thread does not end.
   */
  async abandon(): Promise<void> {
    await Promise.all(this.options.here.map(worker => this.end(worker)));
  }

  /** Like `abandon`, for the thread of one worker. */
  end(worker: number): Promise<void> {
    let end = this.ends.get(worker);
    if (end === undefined) {
      end = this.terminate(worker, this.threads.get(worker)!);
      this.ends.set(worker, end);
    }
    return end;
  }

  private async terminate(worker: number, { pool, exit, task }: WorkerThread): Promise<void> {
    this.threads.delete(worker);
    this.controls.get(worker)!.close();
    this.controls.delete(worker);
    for (const { here, port } of this.outward) if (here === worker) port.close();
    this.outward = this.outward.filter(({ here }) => here !== worker);
    const { scheduler } = this.options.environment;
    await parked(this.turns, worker, task, scheduler);
    let cancel = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = scheduler.after(END_MILLIS, () =>
        reject(new WeirError('graph.worker-lost', `A worker thread did not exit within ${END_MILLIS} ms.`)),
      );
    });
    try {
      await Promise.race([Promise.all([pool.destroy(), exit]), late]);
    } finally {
      cancel();
    }
  }

  private begin(index: number, peers: Peers, resourceLimits: ResourceLimits): WorkerThread {
    const pool = this.options.prepared?.take(resourceLimits) ?? startThread(resourceLimits);
    const exit = new Promise<void>(resolve => pool.threads[0]!.once('exit', () => resolve()));
    const { copies, setup } = this.options;
    const partitions = shardPartitions(shardsOf(setup.workerOfShard, index));
    const released = copies?.release(partitions) ?? Promise.resolve();
    void exit.then(() => copies?.resume(partitions));
    return { pool, exit, task: this.run(pool, index, peers, released) };
  }

  /** Never rejects. Reports the end of the thread, unless `end` was called. */
  private run(pool: Piscina, index: number, peers: Peers, released: Promise<void>): Promise<void> {
    const { setup, ended } = this.options;
    const { port1, port2: control } = new MessageChannel();
    this.controls.set(index, port1);
    Atomics.store(this.turns, index, 0);
    Atomics.store(this.ids, index, 0);
    const task: WorkerTask = { ...setup, index, control, peers, turns: this.turns, threadIds: this.ids };
    const transferList = [control, ...peers.map(peer => peer.port)];
    return released
      .then(() => pool.run(task, { transferList }))
      .then(
        () => ended(index, undefined),
        (error: unknown) => {
          if (!this.ends.has(index)) ended(index, reasonOf(error));
        },
      );
  }

  private connect(): ReadonlyMap<number, Peers> {
    const { here, total } = this.options;
    const peers = new Map<number, Peers>(here.map(index => [index, []]));
    const outward: OutwardPort[] = [];
    for (let a = 0; a < total; a++) {
      for (let b = a + 1; b < total; b++) {
        const [ofA, ofB] = [peers.get(a), peers.get(b)];
        if (ofA === undefined && ofB === undefined) continue;
        const { port1, port2 } = new MessageChannel();
        if (ofA === undefined) outward.push({ here: b, there: a, port: port1 });
        else ofA.push({ worker: b, port: port1 });
        if (ofB === undefined) outward.push({ here: a, there: b, port: port2 });
        else ofB.push({ worker: a, port: port2 });
      }
    }
    this.outward = outward;
    return peers;
  }
}

/** One thread, in a separate pool so that it can be ended alone. */
interface WorkerThread {
  readonly pool: Piscina;
  /** Resolves when the thread has ended and its stores are closed. */
  readonly exit: Promise<void>;
  /** Resolves when the thread has finished its task or has ended. */
  readonly task: Promise<void>;
}

type Peers = { readonly worker: number; readonly port: MessagePort }[];

function reasonOf(error: unknown): string {
  const { message } = WeirError.from(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it ran out of memory (${message})` : message;
}
