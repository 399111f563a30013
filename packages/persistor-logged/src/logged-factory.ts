/** Opens the partitions of a graph whose logs other processes can take over. */
import type { GraphLogs } from '@weir/cluster';
import type { Environment } from '@weir/platform';
import type { Persistor, PersistorFactory } from '@weir/persistor';
import type { LocalTables } from './local-tables.js';
import { openLoggedPersistor } from './open-logged.js';

export interface LoggedStoreOptions {
  readonly tables: LocalTables;
  /** Length of a partition's log in bytes after which a snapshot of the partition is made. */
  readonly snapshotBytes: number;
  /** Connects to the logs. Called when the first partition is opened, and closed with the last one. */
  connect(): Promise<GraphLogs>;
  readonly environment: Environment;
}

export class LoggedPersistorFactory implements PersistorFactory {
  readonly name = 'logged';
  private logs: Promise<GraphLogs> | undefined;
  private users = 0;

  constructor(private readonly options: LoggedStoreOptions) {}

  async open(partition: string, mustExist = false, term?: number, signal?: AbortSignal): Promise<Persistor> {
    const { tables, snapshotBytes, environment } = this.options;
    const logs = await this.use();
    try {
      return await openLoggedPersistor({
        partition,
        tables,
        logs,
        snapshotBytes,
        environment,
        epoch: term,
        mustExist,
        signal,
        closed: () => void this.release(),
      });
    } catch (error) {
      await this.release();
      throw error;
    }
  }

  private async use(): Promise<GraphLogs> {
    this.users++;
    this.logs ??= this.options.connect();
    try {
      return await this.logs;
    } catch (error) {
      this.logs = undefined;
      this.users--;
      throw error;
    }
  }

  private async release(): Promise<void> {
    if (--this.users > 0) return;
    const { logs } = this;
    this.logs = undefined;
    await (await logs)?.close();
  }
}
