/** Creates the stores of a graph; the code of a store type is loaded on first use. */
import type { GraphSnapshots } from '@weir/cluster';
import type { ModuleReference } from '@weir/contract';
import { type Environment, messageOf, WeirError } from '@weir/platform';
import { createPersistorFactory, type PersistorFactory } from '@weir/persistor';
import { storeKinds } from '@weir/plugins/registry';
import type { LoggedStoreOptions, Standby, StandbyOptions } from '@weir/persistor-logged';
import type { PartitionCopies } from '../contract/partition-copies.js';
import type { ExtensionStoreOptions, LoggedOptions, StoreOptions } from '../contract/graph-options.js';
import { fromModule } from './load-module.js';

/** @param copies of this process, which end while a partition is open. Default: the caller sees to it. */
export async function storeFactory(
  store: StoreOptions,
  environment: Environment,
  copies?: PartitionCopies,
): Promise<PersistorFactory> {
  switch (store.type) {
    case 'memory':
    case 'empty':
    case 'embedded':
      return createPersistorFactory(store, environment.scheduler);
    case 'cassandra': {
      const { CassandraPersistorFactory } = await import('@weir/persistor-cassandra');
      return new CassandraPersistorFactory(store, environment);
    }
    case 'logged': {
      const { LoggedPersistorFactory } = await import('@weir/persistor-logged');
      return new LoggedPersistorFactory({
        ...(await loggedStore(store, environment)),
        opening: async partition => copies?.release([partition]),
        closed: partition => copies?.resume([partition]),
      });
    }
    default:
      return extensionFactory(store, environment);
  }
}

/** Default length of a shard's log after which a snapshot of the shard is made. */
const SNAPSHOT_BYTES = 256 << 20;

/** Loads what `storeFactory` would load on first use. */
export async function loadStoreCode(type: string | undefined): Promise<void> {
  if (type === 'cassandra') await import('@weir/persistor-cassandra');
  if (type === 'logged') await Promise.all([import('@weir/persistor-logged'), import('@weir/cluster-nats')]);
}

const LASTING: ReadonlySet<string> = new Set(['embedded', 'cassandra', 'logged']);

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

/** Whether acknowledged data survives the end of the process, or of one of its threads. */
export function isLasting({ type }: StoreOptions): boolean {
  return LASTING.has(type) || storeKinds.get(type)?.durable === true;
}

async function extensionFactory(
  { type, options = {} }: ExtensionStoreOptions,
  environment: Environment,
): Promise<PersistorFactory> {
  const kind = storeKinds.get(type);
  if (kind === undefined)
    throw new WeirError(
      'config.invalid',
      `No extension provides the store ${type}: name its module in extensions`,
    );
  const { z } = await import('zod');
  const checked = z.strictObject(kind.fields(z)).safeParse(options);
  if (checked.success) return kind.open(checked.data, environment);
  const complaints = checked.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'options'}: ${message}`,
  );
  throw new WeirError('config.invalid', `Invalid options of the store ${type}: ${complaints.join('; ')}`);
}
