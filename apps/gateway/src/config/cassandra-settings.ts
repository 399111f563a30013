/** Keys of a store in Cassandra: Quine's keys under their names, and our own. They need `store.type` `cassandra`. */
import { z } from 'zod';
import { secretSetting, setting } from './setting.js';
import { booleanSetting, durationSetting, integerSetting, listSetting } from './setting-types.js';

const CONSISTENCIES = [
  'one',
  'two',
  'three',
  'quorum',
  'all',
  'local-one',
  'local-quorum',
  'each-quorum',
] as const;

export const CASSANDRA_SETTINGS = {
  'store.endpoints': setting(
    listSetting.default(['localhost:9042']),
    'Cassandra nodes to contact first, as host or host:port',
  ),
  'store.local-datacenter': setting(
    z.string().min(1).default('datacenter1'),
    'The local data center of Cassandra',
  ),
  'store.keyspace': setting(
    z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,47}$/, { error: 'expected a-z, 0-9 and _, at most 48 of them' })
      .default('weir'),
    'Keyspace of the graph',
  ),
  'store.graph': setting(
    z.string().min(1).default('main'),
    'Name of this graph; several graphs can share a keyspace',
  ),
  'store.replication-factor': setting(
    integerSetting(1, 100).default(1),
    'Number of replicas in the local data center, used when the keyspace is created',
  ),
  'store.should-create-keyspace': setting(
    booleanSetting.default(true),
    'Whether to create a missing keyspace',
  ),
  'store.should-create-tables': setting(booleanSetting.default(true), 'Whether to create missing tables'),
  'store.read-consistency': setting(consistency(CONSISTENCIES, 'local-quorum'), 'Consistency level of reads'),
  'store.write-consistency': setting(
    consistency(CONSISTENCIES, 'local-quorum'),
    'Consistency level of writes',
  ),
  'store.serial-consistency': setting(
    consistency(['serial', 'local-serial'], 'serial'),
    'Consistency level for acquiring ownership of the graph; use local-serial only if no process opens the graph from another data center',
  ),
  'store.read-timeout': setting(durationSetting(100).default(10_000), 'Time after which a read fails'),
  'store.write-timeout': setting(durationSetting(100).default(10_000), 'Time after which a write fails'),
  'store.username': setting(z.string().min(1).optional(), 'User name for Cassandra'),
  'store.password': secretSetting(z.string().optional(), 'Password for that user name'),
  'store.use-tls': setting(booleanSetting.default(false), 'Whether connections to Cassandra use TLS'),
  'store.tls.authorities': setting(
    z.string().min(1).optional(),
    'PEM file with the certificate authorities that are trusted; default: those of Node.js',
  ),
  'store.tls.certificate': setting(
    z.string().min(1).optional(),
    'PEM file with the client certificate of this server',
  ),
  'store.tls.key': setting(z.string().min(1).optional(), 'PEM file with the private key of the certificate'),
  'store.tls.verify': setting(
    booleanSetting.default(true),
    'Whether the certificate of the Cassandra server must be valid and match its host name',
  ),
  'store.take-over': setting(
    booleanSetting.default(false),
    'Whether to take over the graph from another process that uses it; otherwise this process does not start',
  ),
  'store.buckets-per-shard': setting(
    integerSetting(1, 65_536).default(64),
    'Number of Cassandra partitions per shard; fixed when the graph is created',
  ),
} as const;

/** Case-insensitive, with hyphens or underscores. */
function consistency<const T extends string>(names: readonly [T, ...T[]], usual: T) {
  return z
    .preprocess(
      value => (typeof value === 'string' ? value.toLowerCase().replaceAll('_', '-') : value),
      z.enum(names, { error: `expected ${names.join(', ')}` }),
    )
    .default(usual as never);
}
