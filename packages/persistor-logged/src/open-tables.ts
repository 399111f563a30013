/** Opens the local data of a partition. */
import type { LogStore, SnapshotStore, StoredSnapshot } from '@weir/cluster';
import { type Environment, messageOf, WeirError } from '@weir/platform';
import { readPartition } from '@weir/persistor';
import type { LocalTables } from './local-tables.js';
import { LogTables } from './log-tables.js';

/** Where the log of a partition and its snapshots are. */
export interface PartitionLogs {
  log(partition: string): LogStore;
  snapshots(partition: string): SnapshotStore;
}

/** @throws WeirError `store.incompatible`, or any error of the tables. */
export async function openTables(partition: string, local: LocalTables): Promise<LogTables> {
  const tables = await local.open(partition);
  try {
    return await LogTables.open(tables, partition);
  } catch (error) {
    await tables.close();
    throw error;
  }
}

/**
 * Replaces the data by that of the newest snapshot.
 * @param offset of the log, before which the snapshot must not be.
 * @throws WeirError `store.failed` if no snapshot can be used, or any error of the tables or the snapshots.
 */
export async function openFromSnapshot(
  partition: string,
  local: LocalTables,
  logs: PartitionLogs,
  offset: number,
  { logger }: Environment,
): Promise<LogTables> {
  const snapshots = logs.snapshots(partition);
  const usable = (await snapshots.list()).filter(each => each.offset >= offset);
  for (const snapshot of usable.reverse()) {
    const { sequence, bytes } = snapshot;
    logger.log('info', 'reading a snapshot of the graph', { partition, sequence, bytes });
    await local.discard(partition);
    try {
      return await restore(partition, local, snapshots, snapshot);
    } catch (error) {
      if (!(error instanceof WeirError) || error.code !== 'store.damaged') throw error;
      logger.log('warn', 'a snapshot of the graph is damaged', {
        partition,
        sequence,
        error: messageOf(error),
      });
    }
  }
  throw new WeirError(
    'store.failed',
    `The log of ${partition} begins after the data of this process, and no snapshot includes what is missing.`,
  );
}

async function restore(
  partition: string,
  local: LocalTables,
  snapshots: SnapshotStore,
  snapshot: StoredSnapshot,
): Promise<LogTables> {
  const follower = await openTables(partition, local);
  try {
    await readPartition(partition, snapshots.read(snapshot), follower.tables);
    await follower.adopt(snapshot);
    return follower;
  } catch (error) {
    await follower.tables.close();
    throw error;
  }
}
