/** Where the Cassandra is, and how it is used. Plain data: it crosses threads. */

export const CONSISTENCIES = [
  'one',
  'two',
  'three',
  'quorum',
  'all',
  'local-one',
  'local-quorum',
  'each-quorum',
] as const;
export type Consistency = (typeof CONSISTENCIES)[number];

/** Of the conditional writes that decide who owns the data: `local-serial` only where all of Weir is in one datacentre. */
export const SERIAL_CONSISTENCIES = ['serial', 'local-serial'] as const;
export type SerialConsistency = (typeof SERIAL_CONSISTENCIES)[number];

export interface CassandraTls {
  /** Files in PEM. Without one, the authorities that Node knows. */
  readonly authorities?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  /** Whether the server's certificate and name must be right. Default true. */
  readonly verify?: boolean | undefined;
}

export interface CassandraOptions {
  /** `host` or `host:port`. Default `localhost:9042`. */
  readonly contactPoints?: readonly string[] | undefined;
  /** Default `datacenter1`. */
  readonly localDatacenter?: string | undefined;
  /** Default `weir`. */
  readonly keyspace?: string | undefined;
  /** Name of this graph: several may lie in one keyspace. Default `main`. */
  readonly graph?: string | undefined;
  /** Copies in the local datacentre, of a keyspace that is made. Default 1, with a warning. */
  readonly replication?: number | undefined;
  readonly createKeyspace?: boolean | undefined;
  readonly createTables?: boolean | undefined;
  /** Defaults: `local-quorum`. Together they should reach more replicas than there are. */
  readonly readConsistency?: Consistency | undefined;
  readonly writeConsistency?: Consistency | undefined;
  /** Default `serial`. */
  readonly serialConsistency?: SerialConsistency | undefined;
  /** Milliseconds after which a read, a write fails, its repetitions included. Default 10,000. */
  readonly readTimeout?: number | undefined;
  readonly writeTimeout?: number | undefined;
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  readonly tls?: CassandraTls | undefined;
  /** Takes the data from a process that is at work on it; else that is refused. Default false. */
  readonly takeOver?: boolean | undefined;
  /** Parts that the nodes of a shard are divided into, fixed when it is made. Default 64. */
  readonly buckets?: number | undefined;
  /** Bytes of memory that each shard's filter of known ids may take. Default 256 MiB. */
  readonly filterBytes?: number | undefined;
}

export const DEFAULT_CONTACT_POINT = 'localhost:9042';
export const DEFAULT_DATACENTER = 'datacenter1';
export const DEFAULT_KEYSPACE = 'weir';
export const DEFAULT_GRAPH = 'main';
export const DEFAULT_TIMEOUT_MILLIS = 10_000;
export const DEFAULT_BUCKETS = 64;
