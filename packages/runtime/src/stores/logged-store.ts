/** Stores whose writes go to a log on NATS servers first, and the copies that follow such a log. */
import type { GraphSnapshots } from '@weir/cluster';
import type { ModuleReference } from '@weir/contract';
import type { PersistorFactory } from '@weir/persistor';
import type { LoggedStoreOptions, Standby, StandbyOptions } from '@weir/persistor-logged';
import { type Environment, messageOf, WeirError } from '@weir/platform';
import type { LoggedOptions } from '../contract/graph-options.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import { fromModule } from '../modules/load-module.js';

/** Default length of a shard's log after which a snapshot of the shard is made. */
const SNAPSHOT_BYTES = 256 << 20;

/** @param copies of this process, which end while a partition is open. */
export async function openLogged(
  store: LoggedOptions,
  environment: Environment,
  copies?: PartitionCopies,
): Promise<PersistorFactory> {
  const { LoggedPersistorFactory } = await import('@weir/persistor-logged');
  return new LoggedPersistorFactory({
    ...(await loggedStore(store, environment)),
    opening: async partition => copies?.release([partition]),
    closed: partition => copies?.resume([partition]),
  });
}

/** Keeps copies of partitions up to date in the data directory. */
export async function openStandby(
  store: LoggedOptions,
  environment: Environment,
  writeBufferBytes: number,
  options: Pick<StandbyOptions, 'partitionsOf' | 'released' | 'caughtUp'>,
): Promise<Standby> {
  const { Standby: Copies } = await import('@weir/persistor-logged');
  return new Copies({ ...(await loggedStore({ ...store, writeBufferBytes }, environment)), ...options });
}

async function loggedStore(
  { type: _, log, snapshotBytes, snapshots, ...local }: LoggedOptions,
  environment: Environment,
): Promise<LoggedStoreOptions> {
  const { openNatsLogs } = await import('@weir/cluster-nats');
  const { createPersistorFactory } = await import('@weir/persistor');
  const { DirectoryTables } = await import('@weir/persistor-logged');
  const embedded = createPersistorFactory({ ...local, type: 'embedded' }, environment.scheduler);
  return {
    tables: new DirectoryTables(local.path, embedded),
    snapshotBytes: snapshotBytes ?? SNAPSHOT_BYTES,
    connect: async () => openNatsLogs(log, environment, await graphSnapshots(snapshots)),
    environment,
  };
}

/**
 * Detects a store of snapshots that refuses access, which the graph would notice only at its first snapshot. A store that
 * does not answer is logged: the graph can do without it for a while.
 * @throws WeirError `config.invalid`.
 */
export async function checkSnapshots(
  { snapshots: reference }: Pick<LoggedOptions, 'snapshots'>,
  { logger }: Environment,
): Promise<void> {
  const snapshots = await graphSnapshots(reference);
  try {
    await snapshots?.check();
  } catch (error) {
    if (error instanceof WeirError && error.code === 'config.invalid') throw error;
    logger.log('warn', 'the store of snapshots does not answer', { error: messageOf(error) });
  } finally {
    snapshots?.close();
  }
}

async function graphSnapshots(reference: ModuleReference | undefined): Promise<GraphSnapshots | undefined> {
  return reference && fromModule<GraphSnapshots>(reference, 'graphSnapshots');
}
