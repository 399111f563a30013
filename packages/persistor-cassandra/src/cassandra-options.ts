/** Location and usage of Cassandra. Plain data that can be sent to threads. */

export type Consistency =
  'one' | 'two' | 'three' | 'quorum' | 'all' | 'local-one' | 'local-quorum' | 'each-quorum';

/**
 * Consistency of the conditional writes that decide the ownership of the data: use `local-serial` only if all Weir
 * processes are in one datacenter.
 */
export type SerialConsistency = 'serial' | 'local-serial';

export interface CassandraTls {
  /** Paths of PEM files. If absent, the authorities that Node trusts. */
  readonly authorities?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** Whether to verify the server's certificate and name. Default true. */
  readonly verify?: boolean | undefined;
}

export interface CassandraCreation {
  /** Default true. */
  readonly keyspace?: boolean | undefined;
  /** Default true. */
  readonly tables?: boolean | undefined;
  /** Number of copies in the local datacenter, for a keyspace that is created. Default 1, with a warning. */
  readonly replication?: number | undefined;
}

export interface CassandraConsistency {
  /** Defaults: `local-quorum`. The replicas of a read and a write should add up to more than there are copies. */
  readonly read?: Consistency | undefined;
  readonly write?: Consistency | undefined;
  /** Default `serial`. */
  readonly serial?: SerialConsistency | undefined;
}

export interface CassandraOptions {
  /** `host` or `host:port`. Default `localhost:9042`. */
  readonly contactPoints?: readonly string[] | undefined;
  /** Default `datacenter1`. */
  readonly localDatacenter?: string | undefined;
  /** Default `weir`. */
  readonly keyspace?: string | undefined;
  /** Name of this graph; a keyspace can hold several. Default `main`. */
  readonly graph?: string | undefined;
  /** Creates these if they are missing. */
  readonly create?: CassandraCreation;
  readonly consistency?: CassandraConsistency;
  /** Milliseconds after which a read, or a write, fails, including its retries. Default 10,000. */
  readonly timeouts?: { readonly read?: number | undefined; readonly write?: number | undefined };
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  readonly tls?: CassandraTls | undefined;
  /** Takes the data from a process that is using it; otherwise opening fails. Default false. */
  readonly takeOver?: boolean | undefined;
  /** Number of parts into which the nodes of a shard are divided, fixed when it is created. Default 64. */
  readonly buckets?: number | undefined;
  /** Maximum memory of each shard's filter of known ids, in bytes. Default 256 MiB. */
  readonly filterBytes?: number | undefined;
}

export const DEFAULT_CONTACT_POINT = 'localhost:9042';
export const DEFAULT_DATACENTER = 'datacenter1';
export const DEFAULT_KEYSPACE = 'weir';
export const DEFAULT_GRAPH = 'main';
export const DEFAULT_TIMEOUT_MILLIS = 10_000;
export const DEFAULT_BUCKETS = 64;
