/**
 * The copies that this process keeps of a graph in a log. Every partition that the process does not work on is
 * followed, in separate threads. Before a partition is opened, its copy is released; when it is closed, it is resumed.
 */
import type { Environment } from '@weir/platform';
import type { Piscina } from 'piscina';
import type { LoggedOptions } from '../contract/open-options.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import { setHeapFlags, workerHeapLimits } from '../threads/heap-settings.js';
import {
  countWorkers,
  DEFAULT_SHARDS,
  type PreparedOptions,
  startThread,
} from '../threads/prepared-workers.js';
import { partOf } from './follow-logs.js';
import { FollowThread } from './follow-thread.js';

export interface LogCopiesOptions extends Omit<PreparedOptions, 'store'> {
  readonly store: LoggedOptions;
}

export class LogCopies implements PartitionCopies {
  readonly upToDate: Promise<void>;
  private readonly pools: readonly Piscina[];
  private readonly threads: readonly FollowThread[];
  private hasAll = false;

  constructor(
    { store, shards = DEFAULT_SHARDS, workers, workerHeap }: LogCopiesOptions,
    environment: Environment,
  ) {
    setHeapFlags();
    const parts = Math.max(1, countWorkers(workers, shards));
    const limits = workerHeapLimits(parts, workerHeap);
    this.pools = Array.from({ length: parts }, () => startThread(limits));
    this.threads = this.pools.map(
      (pool, part) =>
        new FollowThread({
          task: { store, shards, part, parts },
          run: task => pool.run(task, { name: 'followLogs', transferList: [task.port] }),
          environment,
        }),
    );
    this.upToDate = Promise.all(this.threads.map(thread => thread.upToDate)).then(() => {
      this.hasAll = true;
    });
  }

  get isUpToDate(): boolean {
    return this.hasAll;
  }

  async release(partitions: readonly string[]): Promise<void> {
    await Promise.all(this.byThread(partitions).map(([thread, own]) => thread.release(own)));
  }

  resume(partitions: readonly string[]): void {
    for (const [thread, own] of this.byThread(partitions)) thread.resume(own);
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map(thread => thread.stop()));
    await Promise.all(this.pools.map(pool => pool.destroy()));
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
