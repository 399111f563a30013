/** How a graph is opened. */
import type { ModuleReference, ResultLogOptions } from '@weir/contract';
import type { QueryLimits } from '@weir/cypher';
import type { PersistenceOptions } from '@weir/graph';
import type { IdProviderOptions } from '@weir/model';
import type { PersistorOptions } from '@weir/persistor';
import type { CassandraOptions } from '@weir/persistor-cassandra';
import type { Extension, ExtensionType } from '@weir/plugins';
import type { WorkerOffers } from './worker-offers.js';

export interface OpenOptions {
  /** Default 4. Fixed for a data directory. */
  readonly shards?: number;
  /** Default: one per core, at most one per shard. 0: everything in this thread. */
  readonly workers?: number;
  /** A worker whose event loop makes no turn for so many milliseconds is replaced. Default 30,000. */
  readonly workerTurnLimit?: number;
  /** Bytes that the heap of each worker may grow to; past it the worker is replaced. Default: a share of the memory. */
  readonly workerHeap?: number | undefined;
  readonly store?: StoreOptions;
  /** Kind of node ids; default UUIDs. Fixed for a data directory, and the same for all graphs that a program has open. */
  readonly ids?: IdProviderOptions | undefined;
  /** What is journalled, when snapshots are taken, how long history is kept. */
  readonly persistence?: Partial<PersistenceOptions>;
  /**
   * After a crash, standing queries are brought up to date at once (default), or when `recover` is called: for
   * programs that attach their consumers first, so that none misses a result of it.
   */
  readonly recovery?: 'automatic' | 'manual';
  /**
   * Modules with an export `extensions: ExtensionModule`, whose functions, procedures, sources, formats, destinations and stores
   * are added. A later function replaces an earlier one, and a built-in one, of the same name. Sources and destinations are
   * known to the whole process. An extension with sources and destinations alone may be given itself.
   */
  readonly extensions?: readonly (ModuleReference | LocalExtension)[];
  /**
   * How LOAD CSV and loadJsonLines read from outside: a module with an export `textOpener: TextOpenerFactory`.
   * Default: they may open nothing.
   */
  readonly textOpener?: ModuleReference;
  /** What one query may do; the rest is as by default. */
  readonly queryLimits?: Partial<QueryLimits> | undefined;
  /**
   * States, rows and results that a standing query may have on a worker, counted since it was opened, before the log warns
   * of it; and again whenever they have doubled. Default 1,000,000.
   */
  readonly standingStateWarning?: number | undefined;
  /**
   * Processes that lend workers, so that shards lie on several machines. The store has to be one that all of them reach.
   * With `workers: 0` nothing is taken.
   */
  readonly offers?: WorkerOffers | undefined;
  /** Ends the opening: nobody wants the graph any more. To be aborted with a `WeirError`. Of no effect once it is open. */
  readonly signal?: AbortSignal | undefined;
  /** What is kept of the results of standing queries that do not say themselves. */
  readonly resultLog?: ResultLogOptions | undefined;
}

/**
 * `memory` is gone when the graph closes; `empty` keeps nothing, so a node that goes to sleep is forgotten; `embedded`
 * is a data directory, created when missing; `cassandra` is a keyspace, created when missing, whose driver is an optional
 * dependency.
 */
export type StoreOptions =
  PersistorOptions | ({ readonly type: 'cassandra' } & CassandraOptions) | ExtensionStoreOptions;

/** Functions, procedures and stores work on other threads, and have to be named by their module. */
export type LocalExtension = Pick<Extension, 'sources' | 'destinations'>;

/** A store whose kind an extension brings. */
export interface ExtensionStoreOptions {
  /** `acme.sqlite` */
  readonly type: ExtensionType;
  /** The fields of the kind: plain data, since each thread opens its own shards. */
  readonly options?: Readonly<Record<string, unknown>>;
}
