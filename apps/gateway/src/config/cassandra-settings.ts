/** Keys of a store in Cassandra: those that Quine has under its names, and our own. They need `store.type` `cassandra`. */
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
    'Nodes of Cassandra that are asked first for the others, as host or host:port',
  ),
  'store.local-datacenter': setting(z.string().min(1).default('datacenter1'), 'The datacentre that is asked'),
  'store.keyspace': setting(
    z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,47}$/, { error: 'expected a-z, 0-9 and _, at most 48 of them' })
      .default('weir'),
    'The keyspace',
  ),
  'store.graph': setting(
    z.string().min(1).default('main'),
    'Name of this graph: several may lie in one keyspace',
  ),
  'store.replication-factor': setting(
    integerSetting(1, 100).default(1),
    'Copies in the local datacentre, of a keyspace that is made',
  ),
  'store.should-create-keyspace': setting(booleanSetting.default(true), 'Whether a missing keyspace is made'),
  'store.should-create-tables': setting(booleanSetting.default(true), 'Whether missing tables are made'),
  'store.read-consistency': setting(
    consistency(CONSISTENCIES, 'local-quorum'),
    'Replicas that a read waits for',
  ),
  'store.write-consistency': setting(
    consistency(CONSISTENCIES, 'local-quorum'),
    'Replicas that a write waits for',
  ),
  'store.serial-consistency': setting(
    consistency(['serial', 'local-serial'], 'serial'),
    'Replicas that decide who owns the graph: local-serial only where nobody opens it from another datacentre',
  ),
  'store.read-timeout': setting(durationSetting(100).default(10_000), 'A read fails after so long'),
  'store.write-timeout': setting(durationSetting(100).default(10_000), 'A write fails after so long'),
  'store.username': setting(z.string().min(1).optional(), 'Name that Cassandra knows this service by'),
  'store.password': secretSetting(z.string().optional(), 'Its password'),
  'store.use-tls': setting(booleanSetting.default(false), 'Whether Cassandra is spoken to with TLS'),
  'store.tls.authorities': setting(
    z.string().min(1).optional(),
    'PEM file of the authorities whose certificates are accepted; default those that Node knows',
  ),
  'store.tls.certificate': setting(
    z.string().min(1).optional(),
    'PEM file of the certificate of this service',
  ),
  'store.tls.key': setting(z.string().min(1).optional(), 'PEM file of its key'),
  'store.tls.verify': setting(
    booleanSetting.default(true),
    "Whether the server's certificate has to be valid and of the right name",
  ),
  'store.take-over': setting(
    booleanSetting.default(false),
    'Take the graph from a process that is at work on it; otherwise this one does not start',
  ),
  'store.buckets-per-shard': setting(
    integerSetting(1, 65_536).default(64),
    'Partitions of Cassandra that the nodes of a shard lie in; fixed when the graph is made',
  ),
} as const;

/** In any case, with hyphens or underscores. */
function consistency<const T extends string>(names: readonly [T, ...T[]], usual: T) {
  return z
    .preprocess(
      value => (typeof value === 'string' ? value.toLowerCase().replaceAll('_', '-') : value),
      z.enum(names, { error: `expected ${names.join(', ')}` }),
    )
    .default(usual as never);
}
