/**
 * Worker threads that have started and loaded their code, but work on no graph yet. Starting a thread and loading its
 * code takes longer than opening its shards, so a process that may have to open a graph quickly does that beforehand,
 * and a process that starts does it while it loads other code.
 */
import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import { WeirError } from '@weir/platform';
import { Piscina } from 'piscina';
import { setHeapFlags, workerHeapBytes, workerHeapLimits } from './heap-settings.js';
import { threadEntry } from '../thread-entry.js';

export const DEFAULT_SHARDS = 4;

/** The options of a graph that its threads depend on; see `OpenOptions`. */
export interface PreparedOptions {
  readonly shards?: number | undefined;
  readonly workers?: number | undefined;
  readonly workerLimits?: { readonly heapBytes?: number | undefined };
  readonly store?: { readonly type: string };
}

/** A pool of one thread, so that the thread can be ended alone. */
export function startThread(resourceLimits: ResourceLimits): Piscina {
  const pool = new Piscina({
    filename: threadEntry.file,
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits,
  });
  // Piscina starts another thread when one ends; that thread has no task and is ended with the pool.
  pool.on('error', () => undefined);
  return pool;
}

export class PreparedWorkers {
  private threads: Piscina[];
  private readonly limits: ResourceLimits;
  private readonly store: string | undefined;

  /** @param sharing number of threads that share the memory. */
  constructor(count: number, { store, workerLimits }: PreparedOptions, sharing = count) {
    this.limits = workerHeapLimits(sharing, workerLimits?.heapBytes);
    this.threads = Array.from({ length: count }, () => startThread(this.limits));
    this.store = store?.type;
  }

  /**
   * Also does what the first query and the store would do later. This takes half as long as loading the code, so a
   * process that needs its threads at once leaves it out. Resolves when all threads have done it. Never rejects.
   */
  async warmUp(): Promise<void> {
    // A thread that fails here fails again, with a report, when it gets its task.
    await Promise.allSettled(this.threads.map(thread => thread.run(this.store, { name: 'prepareThread' })));
  }

  /** Returns a thread, which the caller must end. `undefined`: none is left, or they have another heap limit. */
  take(limits: ResourceLimits): Piscina | undefined {
    if (limits.maxOldGenerationSizeMb !== this.limits.maxOldGenerationSizeMb) return undefined;
    return this.threads.pop();
  }

  /** Ends the threads that were not taken. */
  async close(): Promise<void> {
    const { threads } = this;
    this.threads = [];
    await Promise.all(threads.map(thread => thread.destroy()));
  }
}

/**
 * Starts the threads that `openGraph` needs if it is called with the same options and with the result as `prepared`.
 * The caller closes the result when the graph is open, or is not needed.
 * @param others number of workers that the process may have in place of another process. Default: 0.
 */
export function prepareWorkers(options: PreparedOptions, others = 0): PreparedWorkers {
  setHeapFlags();
  const shards = options.shards ?? DEFAULT_SHARDS;
  const count = countWorkers(options.workers, shards);
  return new PreparedWorkers(count === 0 ? 0 : Math.min(count + others, shards), options);
}

/** Returns the memory of each worker, in bytes, if the process may have as many others besides its own. */
export function sharedHeapBytes(
  { workers, shards = DEFAULT_SHARDS }: PreparedOptions,
  others: number,
): number {
  return workerHeapBytes(Math.max(1, countWorkers(workers, shards)) + others);
}

/** @throws WeirError `config.invalid`. */
export function countWorkers(wanted: number | undefined, shards: number): number {
  if (wanted !== undefined && (!Number.isInteger(wanted) || wanted < 0)) {
    throw new WeirError('config.invalid', `The number of workers must be 0 or more, not ${wanted}.`);
  }
  return Math.min(wanted ?? availableParallelism(), shards);
}
