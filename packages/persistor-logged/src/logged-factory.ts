/** Opens the partitions of a graph whose logs other processes can take over. */
import type { GraphLogs } from '@weir/cluster';
import type { Environment } from '@weir/platform';
import type { Persistor, PersistorFactory } from '@weir/persistor';
import type { LocalTables } from './local-tables.js';
import { openLoggedPersistor, type OpenLoggedOptions } from './open-logged.js';

export interface LoggedStoreOptions {
  readonly tables: LocalTables;
  /** Length of a partition's log in bytes after which a snapshot of the partition is made. */
  readonly snapshotBytes: number;
  /** Connects to the logs. Called when the first partition is opened, and closed with the last one. */
  connect(): Promise<GraphLogs>;
  readonly environment: Environment;
  /** Called before a partition is opened. */
  opening?(partition: string): Promise<void>;
  /** Called when a partition is closed, or was not opened. */
  closed?(partition: string): void;
}

export class LoggedPersistorFactory implements PersistorFactory {
  readonly name = 'logged';
  private logs: Promise<GraphLogs> | undefined;
  private users = 0;

  constructor(private readonly options: LoggedStoreOptions) {}

  async open(partition: string, mustExist = false, term?: number, signal?: AbortSignal): Promise<Persistor> {
    await this.options.opening?.(partition);
    const closed = (): void => this.options.closed?.(partition);
    try {
      return await this.openWith(await this.use(), closed, { partition, mustExist, epoch: term, signal });
    } catch (error) {
      closed();
      throw error;
    }
  }

  private async openWith(
    logs: GraphLogs,
    closed: () => void,
    opened: Pick<OpenLoggedOptions, 'partition' | 'mustExist' | 'epoch' | 'signal'>,
  ): Promise<Persistor> {
    const { tables, snapshotBytes, environment } = this.options;
    try {
      return await openLoggedPersistor({
        ...opened,
        tables,
        logs,
        snapshotBytes,
        environment,
        closed: () => {
          closed();
          void this.release();
        },
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
