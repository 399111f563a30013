/** Options of a graph: those of every process that may work on it. */
import type { ModuleReference, ResultLogOptions } from '@weir/contract';
import type { LogServers } from '@weir/cluster-nats';
import type { QueryLimits } from '@weir/cypher';
import type { PersistenceOptions } from '@weir/graph';
import type { IdProviderOptions } from '@weir/model';
import type { EmbeddedOptions, PersistorOptions } from '@weir/persistor';
import type { CassandraOptions } from '@weir/persistor-cassandra';
import type { Extension, ExtensionType } from '@weir/plugins';
import type { PartitionCopies } from './partition-copies.js';
import type { WorkerOffers } from './worker-offers.js';

export interface GraphOptions {
  /** Default 4. Fixed for a data directory. */
  readonly shards?: number;
  /** Default: one per core, at most one per shard. 0: everything in this thread. */
  readonly workers?: number;
  readonly workerLimits?: WorkerLimits;
  readonly store?: StoreOptions;
  /**
   * Type of node ids; default UUIDs. Fixed for a data directory, and the same for all graphs that a program has open.
   */
  readonly ids?: IdProviderOptions | undefined;
  /** Options for journaling, snapshots, and the retention of history. */
  readonly persistence?: Partial<PersistenceOptions>;
  readonly standing?: StandingSettings;
  /**
   * Modules with an export `extensions: ExtensionModule`, whose functions, procedures, sources, formats, destinations
   * and stores are added. A later function replaces an earlier or built-in one with the same name. Sources and
   * destinations apply to the whole process. An extension with only sources and destinations may be passed as an
   * object.
   */
  readonly extensions?: readonly (ModuleReference | LocalExtension)[];
  readonly queries?: QuerySettings;
  /** Present if other processes share the graph. */
  readonly cluster?: ClusterSettings;
}

/** Limits of each worker; a worker that exceeds one is replaced. */
export interface WorkerLimits {
  /** Milliseconds without a turn of its event loop. Default 30,000. */
  readonly turnMillis?: number | undefined;
  /** Size of its heap. Default: a share of the memory. */
  readonly heapBytes?: number | undefined;
}

/** Options of all queries, ad hoc and of streams. */
export interface QuerySettings {
  /** Limits for one query; omitted limits have their defaults. */
  readonly limits?: Partial<QueryLimits> | undefined;
  /**
   * How LOAD CSV and loadJsonLines open external data: a module with an export `textOpener: TextOpenerFactory`.
   * Default: nothing can be opened.
   */
  readonly textOpener?: ModuleReference | undefined;
}

/** Options of all standing queries. */
export interface StandingSettings {
  /**
   * After a crash, standing queries are brought up to date automatically (default), or when `recover` is called: for
   * programs that attach their consumers first, so that none misses a result of the recovery.
   */
  readonly recovery?: 'automatic' | 'manual';
  /**
   * Number of states, rows and results of a standing query on a worker, counted since it was opened, at which the log
   * warns of it, and again whenever they have doubled. Default 1,000,000.
   */
  readonly stateWarning?: number | undefined;
  /** Result log limits for standing queries that do not set their own. */
  readonly resultLog?: ResultLogOptions | undefined;
}

export interface ClusterSettings {
  /**
   * Processes that lend workers, so that shards can be on several machines. All of them must be able to reach the
   * store. With `workers: 0` nothing is borrowed.
   */
  readonly offers?: WorkerOffers | undefined;
  /** Copies of this graph in a log, kept with the same options. A copy ends while the graph works on its partition. */
  readonly copies?: PartitionCopies | undefined;
}

/**
 * `memory` is lost when the graph closes; `empty` keeps nothing, so a node that is put to sleep is lost; `embedded` is
 * a data directory, created if missing; `cassandra` is a keyspace, created if missing, whose driver is an optional
 * dependency; `logged` is a data directory whose writes go to a log on NATS servers first, so that a process with a copy
 * of the directory can take over.
 */
export type StoreOptions =
  | PersistorOptions
  | ({ readonly type: 'cassandra' } & CassandraOptions)
  | LoggedOptions
  | ExtensionStoreOptions;

export interface LoggedOptions extends EmbeddedOptions {
  readonly type: 'logged';
  readonly log: LogServers;
  /**
   * Length of a shard's log in bytes after which a snapshot of the shard is made, so that the log can be cut. Default
   * 256 MiB.
   */
  readonly snapshotBytes?: number;
  /**
   * Where snapshots are stored: a module with an export `graphSnapshots`, which returns `GraphSnapshots` of
   * `@weir/cluster`. Default: on the servers of the log.
   */
  readonly snapshots?: ModuleReference | undefined;
}

/**
 * An extension passed as an object. Functions, procedures and stores run on other threads, so they have to be passed as
 * modules.
 */
export type LocalExtension = Pick<Extension, 'sources' | 'destinations'>;

/** A store type that an extension provides. */
export interface ExtensionStoreOptions {
  /** `acme.sqlite` */
  readonly type: ExtensionType;
  /** Fields of the store type: plain data, since each thread opens its own shards. */
  readonly options?: Readonly<Record<string, unknown>>;
}
