/**
 * Processor time of this process by kind of thread, from `/proc` (Linux only). Thread names do not identify the kinds:
 * on Node 20 every thread is called `node`. Thread ids do. Each worker reports its own; a thread of libuv's pool reports
 * its own when it reads a link; V8's helpers are the other threads that exist before any worker; and the one that
 * remains is LevelDB's.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { cpuSecondsIn } from './cpu-seconds.js';

/** Microseconds. */
export interface ThreadTimes {
  readonly main: number;
  readonly workers: number;
  /** V8's threads, which compile and collect garbage. */
  readonly helpers: number;
  /** LevelDB's thread and libuv's pool, which writes batches and reads files. */
  readonly store: number;
}

const TASKS = '/proc/self/task';
const CURRENT = '/proc/thread-self';
const CHANNEL = 'weir bench: threads of workers';
const POOL_THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
/** For garbage collection on all workers, after which their reports are here. */
const LIMIT_MILLIS = 60_000;
const MAX_ATTEMPTS = 10_000;

export function perRecord(times: ThreadTimes, records: number): ThreadTimes {
  const { main, workers, helpers, store } = times;
  return {
    main: main / records,
    workers: workers / records,
    helpers: helpers / records,
    store: store / records,
  };
}

/** Reports the calling thread to a `ThreadClock`. */
export function reportThread(): void {
  if (process.platform !== 'linux') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(basename(readlinkSync(CURRENT)));
  channel.close();
}

/** Create it before the graph. */
export class ThreadClock {
  private readonly early = times();
  private started = this.early;
  private stopped = this.early;

  start(): void {
    this.started = times();
  }

  stop(): void {
    this.stopped = times();
  }

  /**
   * Returns the times between `start` and `stop`, or `undefined` on other systems.
   *
   * @param report makes each worker call `reportThread`.
   * @throws Error when a worker does not report, or a thread of the pool cannot be identified.
   */
  async byKind(report: () => Promise<void>, workers: number): Promise<ThreadTimes | undefined> {
    const reported = collectReports(Math.max(1, workers));
    await report();
    if (this.stopped.size === 0) return undefined;
    const [workerThreads, pool] = [await reported, await poolThreads()];
    const sums = { main: 0, workers: 0, helpers: 0, store: 0 };
    for (const [thread, seconds] of this.stopped) {
      const kind = kindOf(thread, { workerThreads, pool, early: this.early });
      sums[kind] += (seconds - (this.started.get(thread) ?? 0)) * 1e6;
    }
    return sums;
  }
}

interface KnownThreads {
  readonly workerThreads: ReadonlySet<string>;
  readonly pool: ReadonlySet<string>;
  readonly early: ReadonlyMap<string, number>;
}

function kindOf(thread: string, { workerThreads, pool, early }: KnownThreads): keyof ThreadTimes {
  if (thread === String(process.pid)) return 'main';
  if (workerThreads.has(thread)) return 'workers';
  return early.has(thread) && !pool.has(thread) ? 'helpers' : 'store';
}

/** Seconds by thread id; empty on other systems. */
function times(): ReadonlyMap<string, number> {
  if (process.platform !== 'linux') return new Map();
  return new Map(readdirSync(TASKS).map(thread => [thread, cpuSecondsIn(`${TASKS}/${thread}/stat`)]));
}

/** Resolves when this many threads have called `reportThread`. */
async function collectReports(count: number): Promise<ReadonlySet<string>> {
  const threads = new Set<string>();
  if (process.platform !== 'linux') return threads;
  const channel = new BroadcastChannel(CHANNEL);
  await new Promise<void>((resolve, reject) => {
    setTimeout(
      () => reject(new Error(`only ${threads.size} workers reported their thread`)),
      LIMIT_MILLIS,
    ).unref();
    channel.onmessage = event => {
      threads.add((event as { data: string }).data);
      if (threads.size === count) resolve();
    };
  });
  channel.close();
  return threads;
}

async function poolThreads(): Promise<ReadonlySet<string>> {
  const threads = new Set<string>();
  for (let attempt = 0; threads.size < POOL_THREADS; attempt++) {
    if (attempt === MAX_ATTEMPTS) throw new Error(`only ${threads.size} threads of libuv's pool are known`);
    const links = await Promise.all(Array.from({ length: 4 * POOL_THREADS }, () => readlink(CURRENT)));
    for (const link of links) threads.add(basename(link));
  }
  return threads;
}
