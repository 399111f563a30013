/**
 * Keeps copies of partitions up to date: follows their logs, which other processes write, and applies them to the data
 * directory of this process, so that it can open a partition where its owner stopped.
 */
import type { GraphLogs } from '@weir/cluster';
import { type Environment, messageOf, pause } from '@weir/platform';
import { FollowedPartition } from './followed-partition.js';
import type { LocalTables } from './local-tables.js';

export interface StandbyOptions {
  readonly tables: LocalTables;
  /** Selects the partitions to follow, from those whose logs have rows. */
  partitionsOf(found: readonly string[]): readonly string[];
  /** Partitions that are released at the start. Default: none. */
  readonly released?: readonly string[];
  connect(): Promise<GraphLogs>;
  /** Called when everything is applied that was in a partition's log when following it began. */
  caughtUp?(partition: string): void;
  readonly environment: Environment;
}

const RETRY_MILLIS = 1_000;

export class Standby {
  /** Resolves when everything that was in the logs at the start is applied, except in partitions released meanwhile. */
  readonly upToDate: Promise<void>;
  private reportUpToDate!: () => void;
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  private readonly released: Set<string>;
  private readonly followed = new Map<string, FollowedPartition>();
  /** `undefined` until the logs are reached. */
  private logs: GraphLogs | undefined;
  private partitions: readonly string[] = [];
  /** Partitions whose data is being deleted. */
  private readonly dropping = new Map<string, Promise<void>>();

  constructor(private readonly options: StandbyOptions) {
    this.upToDate = new Promise(resolve => (this.reportUpToDate = resolve));
    this.released = new Set(options.released);
    this.running = this.run();
  }

  /** Returns the number of rows that are not applied yet; `undefined` if the logs do not answer. */
  async rowsBehind(): Promise<number | undefined> {
    if (this.logs === undefined) return undefined;
    try {
      const counts = await Promise.all([...this.followed.values()].map(each => each.rowsBehind()));
      return counts.reduce((sum, count) => sum + count, 0);
    } catch {
      return undefined;
    }
  }

  /** Closes the data of partitions, so that this process can open them. */
  async release(partitions: readonly string[]): Promise<void> {
    for (const partition of partitions) this.released.add(partition);
    await this.end(partitions);
    await Promise.all(partitions.map(async partition => this.dropping.get(partition)));
  }

  /** Like `release`, and deletes the data of the partitions, which must not be open. */
  async drop(partitions: readonly string[]): Promise<void> {
    for (const partition of partitions) {
      this.released.add(partition);
      const dropped = this.discard(partition).finally(() => {
        this.dropping.delete(partition);
        this.follow(partition);
      });
      this.dropping.set(partition, dropped);
    }
    await Promise.all(this.dropping.values());
  }

  /** Follows partitions again, whose data this process has closed. */
  resume(partitions: readonly string[]): void {
    for (const partition of partitions) {
      this.released.delete(partition);
      this.follow(partition);
    }
  }

  /** Closes all data. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
    await Promise.all(this.dropping.values());
    await this.end([...this.followed.keys()]);
    await this.logs?.close();
  }

  /** Ends when the logs are reached. */
  private async run(): Promise<void> {
    const { environment } = this.options;
    const { signal } = this.ending;
    let said = '';
    while (!signal.aborted) {
      try {
        return await this.begin();
      } catch (thrown) {
        const error = messageOf(thrown);
        if (error !== said)
          environment.logger.log('warn', 'the logs of the graph cannot be reached; retrying', { error });
        said = error;
        await pause(environment.scheduler, RETRY_MILLIS, signal);
      }
    }
  }

  private async begin(): Promise<void> {
    const { connect, partitionsOf } = this.options;
    const logs = await connect();
    try {
      this.partitions = partitionsOf(await logs.partitions());
    } catch (error) {
      await logs.close();
      throw error;
    }
    this.logs = logs;
    for (const partition of this.partitions) this.follow(partition);
    void Promise.all([...this.followed.values()].map(({ upToDate }) => upToDate)).then(this.reportUpToDate);
  }

  private follow(partition: string): void {
    const { logs, released, followed, dropping } = this;
    const isMine = this.partitions.includes(partition) && !released.has(partition);
    if (dropping.has(partition)) return;
    if (logs === undefined || !isMine || followed.has(partition) || this.ending.signal.aborted) return;
    const { tables, environment, caughtUp } = this.options;
    const copy = new FollowedPartition({ partition, tables, logs, environment });
    followed.set(partition, copy);
    void copy.upToDate.then(() => {
      if (copy.isUpToDate) caughtUp?.(partition);
    });
  }

  private async discard(partition: string): Promise<void> {
    const { tables, environment } = this.options;
    await this.endOne(partition);
    try {
      await tables.discard(partition);
    } catch (error) {
      const fields = { partition, error: messageOf(error) };
      environment.logger.log('warn', 'a copy that is not needed any more was not deleted', fields);
    }
  }

  private async endOne(partition: string): Promise<void> {
    const copy = this.followed.get(partition);
    await copy?.stop();
    // Another call that waited for the same copy may have followed the partition again.
    if (this.followed.get(partition) === copy) this.followed.delete(partition);
  }

  private async end(partitions: readonly string[]): Promise<void> {
    await Promise.all(
      partitions.map(async partition => {
        await this.endOne(partition);
        // It may have been resumed meanwhile.
        this.follow(partition);
      }),
    );
  }
}
