/**
 * A hot spare: follows the logs of a graph that another process owns, and applies them to its own data directory, so
 * that this process can open the graph where the owner stopped.
 */
import type { GraphLogs } from '@weir/cluster';
import { type Environment, messageOf, pause } from '@weir/platform';
import { FollowedPartition } from './followed-partition.js';
import type { LocalTables } from './local-tables.js';

export interface StandbyOptions {
  readonly tables: LocalTables;
  /** Selects the partitions to follow, from those whose logs have rows. */
  partitionsOf(found: readonly string[]): readonly string[];
  connect(): Promise<GraphLogs>;
  readonly environment: Environment;
}

const RETRY_MILLIS = 1_000;

export class Standby {
  /** Resolves when everything that was written before the start is applied. */
  readonly upToDate: Promise<void>;
  private reportUpToDate!: () => void;
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  /** Empty until the logs are reached. */
  private followed: readonly FollowedPartition[] = [];

  constructor(private readonly options: StandbyOptions) {
    this.upToDate = new Promise(resolve => (this.reportUpToDate = resolve));
    this.running = this.run();
  }

  /** Returns the number of rows that are not applied yet; `undefined` if the logs do not answer. */
  async rowsBehind(): Promise<number | undefined> {
    if (this.followed.length === 0) return undefined;
    try {
      const counts = await Promise.all(this.followed.map(each => each.rowsBehind()));
      return counts.reduce((sum, count) => sum + count, 0);
    } catch {
      return undefined;
    }
  }

  /** Closes the data, in which everything that was read is applied. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { environment } = this.options;
    const { signal } = this.ending;
    let said = '';
    while (!signal.aborted) {
      try {
        await this.follow();
      } catch (thrown) {
        const error = messageOf(thrown);
        if (error !== said)
          environment.logger.log('warn', 'the logs of the graph cannot be reached; retrying', { error });
        said = error;
        await pause(environment.scheduler, RETRY_MILLIS, signal);
      }
    }
  }

  /** Rejects if the logs cannot be reached at first. */
  private async follow(): Promise<void> {
    const { partitionsOf, tables, environment, connect } = this.options;
    const { signal } = this.ending;
    const logs = await connect();
    try {
      const partitions = partitionsOf(await logs.partitions());
      this.followed = partitions.map(
        partition => new FollowedPartition({ partition, tables, logs, environment, signal }),
      );
      void Promise.all(this.followed.map(({ upToDate }) => upToDate)).then(this.reportUpToDate);
      await Promise.all(this.followed.map(({ closed }) => closed));
    } finally {
      this.followed = [];
      await logs.close();
    }
  }
}
