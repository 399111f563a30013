/**
 * The copies that this process keeps of a graph in a log, in separate threads: of every partition, or of the metadata and
 * some shards. Before a partition is opened, its copy is released; when it is closed, it is resumed.
 */
import { readdir } from 'node:fs/promises';
import type { Environment } from '@weir/platform';
import type { Piscina } from 'piscina';
import type { LoggedOptions } from '../contract/graph-options.js';
import { type PartitionCopies, shardOf, shardPartitions } from '../contract/partition-copies.js';
import { setHeapFlags, workerHeapLimits } from '../threads/heap-settings.js';
import {
  countWorkers,
  DEFAULT_SHARDS,
  type PreparedOptions,
  startThread,
} from '../threads/prepared-workers.js';
import { CopiedShards } from './copied-shards.js';
import { partOf } from './follow-logs.js';
import { FollowThread } from './follow-thread.js';
import { OpenPartitions } from './open-partitions.js';

export interface LogCopiesOptions extends Omit<PreparedOptions, 'store'> {
  readonly store: LoggedOptions;
  /** Whether `keep` will name the shards to follow. Default: all partitions are followed. */
  readonly isPartial?: boolean;
}

/** Changes within this time are reported together. */
const GATHER_MILLIS = 200;

export class LogCopies implements PartitionCopies {
  readonly upToDate: Promise<void>;
  private readonly path: string;
  private readonly pools: readonly Piscina[];
  private readonly threads: readonly FollowThread[];
  private hasAll = false;
  /** `undefined`: every shard is followed. */
  private readonly some: CopiedShards | undefined;
  private readonly open = new OpenPartitions();
  private readonly watchers = new Set<() => void>();
  private isClosed = false;
  private cancelReport: (() => void) | undefined;

  constructor(
    { store, shards = DEFAULT_SHARDS, workers, workerLimits, isPartial = false }: LogCopiesOptions,
    private readonly environment: Environment,
  ) {
    setHeapFlags();
    this.path = store.path;
    const parts = Math.max(1, countWorkers(workers, shards));
    const limits = workerHeapLimits(parts, workerLimits?.heapBytes);
    this.some = isPartial ? new CopiedShards(shards) : undefined;
    const released = isPartial ? shardPartitions([...new Array(shards).keys()]) : [];
    this.pools = Array.from({ length: parts }, () => startThread(limits));
    this.threads = this.pools.map(
      (pool, part) =>
        new FollowThread({
          task: { store, shards, part, parts },
          run: task => pool.run(task, { name: 'followLogs', transferList: [task.port] }),
          released: released.filter(partition => partOf(partition, parts) === part),
          caughtUp: partition => this.caughtUp(partition),
          environment,
        }),
    );
    this.upToDate = Promise.all(
      [...this.threads, ...(this.some === undefined ? [] : [this.some])].map(each => each.upToDate),
    ).then(() => {
      this.hasAll = true;
    });
  }

  get isUpToDate(): boolean {
    return this.hasAll;
  }

  get shards(): readonly number[] | undefined {
    return this.some?.present;
  }

  /** Shards that workers of this process host; `undefined` if it follows all others. */
  get hosted(): readonly number[] | undefined {
    return this.some?.hosted;
  }

  /** Returns the number of rows in the logs that the copies lack; `undefined`: unknown now. */
  async rowsBehind(): Promise<number | undefined> {
    const counts = await Promise.all(this.threads.map(thread => thread.rowsBehind()));
    return counts.reduce<number | undefined>(
      (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
      0,
    );
  }

  /** Returns the shards of which there is data, perhaps from long ago, in a process that has not opened any. */
  async stored(): Promise<readonly number[]> {
    // A directory that cannot be read is reported by the threads, which open stores in it.
    const names = await readdir(this.path).catch(() => []);
    return names.map(shardOf).filter(shard => shard !== undefined);
  }

  /** Calls back when `shards` or `hosted` has changed. */
  watch(changed: () => void): void {
    this.watchers.add(changed);
  }

  /** From now on these shards are followed. The data of others is deleted, except while they are open. */
  keep(shards: readonly number[]): void {
    if (this.some === undefined) return;
    const { begun, ended } = this.some.keep(shards);
    for (const [thread, own] of this.byThread(begun)) thread.resume(own);
    for (const [thread, own] of this.byThread(ended)) thread.drop(own);
    this.report();
  }

  async release(partitions: readonly string[]): Promise<void> {
    this.open.opened(partitions);
    this.some?.opened(partitions);
    this.report();
    await Promise.all(this.byThread(partitions).map(([thread, own]) => thread.release(own)));
  }

  resume(partitions: readonly string[]): void {
    const unused = this.open.closed(partitions);
    this.some?.closed(unused);
    this.report();
    for (const [thread, own] of this.byThread(unused)) thread.resume(own);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelReport?.();
    await Promise.all(this.threads.map(thread => thread.stop()));
    await Promise.all(this.pools.map(pool => pool.destroy()));
  }

  private caughtUp(partition: string): void {
    if (this.some?.caughtUp(partition) === true) this.report();
  }

  private report(): void {
    if (this.some === undefined || this.isClosed) return;
    this.cancelReport ??= this.environment.scheduler.after(GATHER_MILLIS, () => {
      this.cancelReport = undefined;
      for (const changed of this.watchers) changed();
    });
  }

  private byThread(partitions: readonly string[]): readonly (readonly [FollowThread, readonly string[]])[] {
    return this.threads
      .map(
        (thread, part) =>
          [thread, partitions.filter(each => partOf(each, this.threads.length) === part)] as const,
      )
      .filter(([, own]) => own.length > 0);
  }
}
