/** One process that can own a graph in a log, with its data directory. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EmbeddedPersistorFactory, type Persistor } from '@weir/persistor';
import { TestEnvironment } from '@weir/platform/testing';
import { DirectoryTables, type LocalTables } from '../local-tables.js';
import { LoggedPersistorFactory, type LoggedStoreOptions } from '../logged-factory.js';
import { Standby } from '../standby.js';
import type { MemoryLogs } from './memory-logs.js';

export interface MachineOptions {
  /** Default: no snapshots are made. */
  readonly snapshotBytes?: number;
  /** Changes a partition's tables after they were opened. */
  changed?(tables: Persistor): Persistor;
}

/** The partitions that a spare follows. */
const PARTITIONS = ['meta', 'shard-0'];

let machines = 0;

export class Machine {
  readonly path: string;
  readonly environment = Object.assign(new TestEnvironment(), {
    random: { ...new TestEnvironment().random, uuid: () => randomUUID() },
  });
  readonly tables: LocalTables;
  readonly factory: LoggedPersistorFactory;
  private readonly options: LoggedStoreOptions;

  /** @param root of the data directories of all machines. */
  constructor(
    root: string,
    readonly logs: MemoryLogs,
    { snapshotBytes = Number.MAX_SAFE_INTEGER, changed = tables => tables }: MachineOptions = {},
  ) {
    this.path = join(root, String(machines++));
    const directory = new DirectoryTables(
      this.path,
      new EmbeddedPersistorFactory({ path: this.path, checkFiles: false }),
    );
    this.tables = {
      open: async partition => changed(await directory.open(partition)),
      discard: partition => directory.discard(partition),
    };
    this.options = {
      tables: this.tables,
      snapshotBytes,
      connect: async () => this.logs,
      environment: this.environment,
    };
    this.factory = new LoggedPersistorFactory(this.options);
  }

  /** Another one that uses the data directory of this one, with other logs. */
  with(logs: MemoryLogs): LoggedPersistorFactory {
    return new LoggedPersistorFactory({ ...this.options, connect: async () => logs });
  }

  follow(): Standby {
    const { tables, connect, environment } = this.options;
    return new Standby({ tables, connect, environment, partitionsOf: () => PARTITIONS });
  }
}

/** Resolves when the spare has applied everything that is in the logs. */
export async function caughtUp(standby: Standby): Promise<void> {
  while ((await standby.rowsBehind()) !== 0) await new Promise(resolve => setImmediate(resolve));
}
