/** Opens a partition as its owner. */
import { type LogPosition, ShardLog } from '@weir/cluster';
import { type Environment, pause, WeirError } from '@weir/platform';
import type { LocalTables } from './local-tables.js';
import { type LogTables, MissingRows } from './log-tables.js';
import { LoggedPersistor } from './logged-persistor.js';
import { openFromSnapshot, openTables, type PartitionLogs } from './open-tables.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { takenOver } from './taken-over.js';
import { unlessAborted } from './unless-aborted.js';

export interface OpenLoggedOptions {
  readonly partition: string;
  readonly tables: LocalTables;
  readonly logs: PartitionLogs;
  /** See `LoggedStoreOptions`. */
  readonly snapshotBytes: number;
  readonly environment: Environment;
  /** See `ShardLogOptions.epoch`. */
  readonly epoch?: number | undefined;
  /** Fail with `store.damaged` if the log is empty. */
  readonly mustExist?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called when the store is closed. */
  closed?(): void;
}

const RETRY_MILLIS = 250;

/**
 * Takes the partition from any earlier owner, and brings the tables up to date.
 * @throws WeirError `store.taken-over`, `store.damaged`, `store.incompatible`, or the error of the tables or the signal.
 */
export async function openLoggedPersistor(options: OpenLoggedOptions): Promise<LoggedPersistor> {
  const { partition, tables, logs, snapshotBytes, environment, epoch, mustExist = false, signal } = options;
  const opened: { isLost: boolean; persistor?: LoggedPersistor } = { isLost: false };
  const store = logs.log(partition);
  const log = new ShardLog({
    epoch,
    writer: environment.random.uuid(),
    store,
    scheduler: environment.scheduler,
    onLost: () => {
      opened.isLost = true;
      opened.persistor?.lose();
    },
  });
  const local = await openTables(partition, tables);
  try {
    signal?.throwIfAborted();
    await unlessAborted(log.begin(), signal, () => log.end());
    if (opened.isLost) throw takenOver(partition);
    if (mustExist && log.startedAfter === 0) throw damaged(partition, 'its log is empty');
    if (local.lastOperation > log.startedAfter)
      throw damaged(partition, 'its log ends before the data directory does');
  } catch (error) {
    await local.tables.close();
    throw error;
  }
  opened.persistor = new LoggedPersistor({
    partition,
    log,
    follower: await caughtUp(local, log.position, options),
    keeper: source =>
      new SnapshotKeeper({
        ...source,
        partition,
        log: store,
        snapshots: logs.snapshots(partition),
        intervalBytes: snapshotBytes,
        environment,
      }),
    ...(options.closed === undefined ? {} : { closed: options.closed }),
  });
  return opened.persistor;
}

/** Applies everything up to the row with which this owner began. Closes the tables if it fails. */
async function caughtUp(
  opened: LogTables,
  end: LogPosition,
  { partition, tables, logs, environment, signal }: OpenLoggedOptions,
): Promise<LogTables> {
  let local: LogTables | undefined = opened;
  let read = opened.position.sequence;
  let missing: MissingRows | undefined;
  try {
    for (;;) {
      signal?.throwIfAborted();
      try {
        if (local === undefined) {
          local = await openFromSnapshot(partition, tables, logs, missing!.to, environment);
          read = local.position.sequence;
        }
        for await (const row of logs.log(partition).rows(read)) {
          await local.applyRow(row);
          read = row.sequence;
          if (read >= end.sequence) break;
        }
      } catch (error) {
        if (error instanceof MissingRows) {
          missing = error;
          await local?.tables.close();
          local = undefined;
          continue;
        }
        // The tables' errors are final here.
        if (error instanceof WeirError && error.code.startsWith('store.')) throw error;
      }
      if (local !== undefined && read >= end.sequence) return local;
      await pause(environment.scheduler, RETRY_MILLIS, signal);
    }
  } catch (error) {
    await local?.tables.close();
    throw error;
  }
}

function damaged(partition: string, why: string): WeirError {
  return new WeirError('store.damaged', `The data of ${partition} cannot be used: ${why}.`);
}
