/** Decides where the graph of this run is stored, and whether it is kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { s3SnapshotsReference } from '@weir/aws/snapshots';
import type { LoggedOptions, StoreOptions } from '@weir/runtime';
import { directoryAccess } from '../cluster/directory-access.js';
import type { CASSANDRA_SETTINGS } from '../config/cassandra-settings.js';
import type { CLUSTER_SETTINGS } from '../config/cluster-settings.js';
import type { Config } from '../config/settings.js';
import { bucketOf, type SNAPSHOT_SETTINGS } from '../config/snapshot-settings.js';
import type { RunOptions } from './options.js';

export interface DataDirectory {
  readonly store: StoreOptions;
  /** Printed at the start. */
  readonly announcement: string | undefined;
  /** Removes a directory that was created for this run only. May be called more than once. */
  dispose(): void;
}

export function chooseDataDirectory(
  options: Pick<RunOptions, 'recipe' | 'data' | 'forceConfig' | 'noDelete'>,
  config: Pick<
    Config,
    | 'store.type'
    | 'store.filepath'
    | 'store.options'
    | 'store.sync-all-writes'
    | 'store.check-files'
    | 'store.open-files'
    | 'store.snapshot-interval'
    | 'store.known-ids-maximum-size'
    | keyof typeof CASSANDRA_SETTINGS
    | keyof typeof CLUSTER_SETTINGS
    | keyof typeof SNAPSHOT_SETTINGS
  >,
): DataDirectory {
  const local = (path: string) => ({
    path,
    sync: config['store.sync-all-writes'],
    checkFiles: config['store.check-files'],
    openFiles: config['store.open-files'],
    filterBytes: config['store.known-ids-maximum-size'],
  });
  const embedded = (path: string): StoreOptions => ({ type: 'embedded', ...local(path) });
  const keep = (path: string): DataDirectory => ({
    store: embedded(resolve(path)),
    announcement: undefined,
    dispose: () => undefined,
  });
  const type = config['store.type'];
  // The requested directory holds only data that is not in the store: `store.filepath`.
  if (type === 'cassandra') {
    return { store: inCassandra(config), announcement: undefined, dispose: () => undefined };
  }
  if (type === 'logged') {
    const path = resolve(options.data ?? config['store.filepath']);
    // A takeover does not wait until all files are read; a damaged directory is built again from the log.
    const store: StoreOptions = {
      type,
      ...local(path),
      checkFiles: false,
      log: logServersIn(config),
      snapshotBytes: config['store.snapshot-interval'],
      snapshots: snapshotsIn(config),
    };
    return { store, announcement: undefined, dispose: () => undefined };
  }
  if (type !== 'embedded' && type !== 'memory' && type !== 'empty') {
    const store = { type, options: config['store.options'] };
    return { store, announcement: undefined, dispose: () => undefined };
  }
  if (options.data !== undefined) return keep(options.data);
  if (type === 'memory' || type === 'empty') {
    return { store: { type }, announcement: undefined, dispose: () => undefined };
  }
  if (options.recipe === undefined || options.forceConfig) return keep(config['store.filepath']);
  const path = mkdtempSync(join(tmpdir(), 'weir-'));
  if (options.noDelete) return { ...keep(path), announcement: `Using data path ${path}` };
  return {
    store: embedded(path),
    announcement: undefined,
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The log is on the servers of the directory. */
function logServersIn(config: Pick<Config, keyof typeof CLUSTER_SETTINGS>): LoggedOptions['log'] {
  const { bucket, ...access } = directoryAccess(config);
  return { ...access, graph: bucket };
}

function snapshotsIn(
  config: Pick<Config, 'cluster.name' | keyof typeof SNAPSHOT_SETTINGS>,
): LoggedOptions['snapshots'] {
  const place = bucketOf(config['store.snapshots']);
  const accessKeyId = config['store.s3.access-key-id'];
  const secretAccessKey = config['store.s3.secret-access-key'];
  return (
    place &&
    s3SnapshotsReference({
      ...place,
      graph: config['cluster.name'],
      region: config['store.s3.region'],
      endpoint: config['store.s3.endpoint'],
      credentials:
        accessKeyId === undefined || secretAccessKey === undefined
          ? undefined
          : { accessKeyId, secretAccessKey },
    })
  );
}

function inCassandra(
  config: Pick<Config, keyof typeof CASSANDRA_SETTINGS | 'store.known-ids-maximum-size'>,
): StoreOptions {
  const username = config['store.username'];
  return {
    type: 'cassandra',
    contactPoints: config['store.endpoints'],
    localDatacenter: config['store.local-datacenter'],
    keyspace: config['store.keyspace'],
    graph: config['store.graph'],
    create: {
      keyspace: config['store.should-create-keyspace'],
      tables: config['store.should-create-tables'],
      replication: config['store.replication-factor'],
    },
    consistency: {
      read: config['store.read-consistency'],
      write: config['store.write-consistency'],
      serial: config['store.serial-consistency'],
    },
    timeouts: { read: config['store.read-timeout'], write: config['store.write-timeout'] },
    credentials: username === undefined ? undefined : { username, password: config['store.password'] ?? '' },
    tls: config['store.use-tls']
      ? {
          authorities: config['store.tls.authorities'],
          certificate: config['store.tls.certificate'],
          key: config['store.tls.key'],
          verify: config['store.tls.verify'],
        }
      : undefined,
    takeOver: config['store.take-over'],
    buckets: config['store.buckets-per-shard'],
    filterBytes: config['store.known-ids-maximum-size'],
  };
}
