/** Keys of a graph that several processes share, and what else they ask for. All need `cluster.directory`. */
import { z } from 'zod';
import { secretSetting, setting } from './setting.js';
import { booleanSetting, durationSetting, integerSetting, listSetting } from './setting-types.js';

const NAME = z
  .string()
  .regex(/^[\w-]{1,64}$/, { error: 'expected letters, digits, - and _, at most 64 of them' });

const FILE = z.string().min(1).optional();

export const CLUSTER_SETTINGS = {
  'cluster.directory': setting(
    listSetting.optional(),
    'Servers of NATS with JetStream, as host:port, where the processes that share the graph find each other; default: this process is alone',
  ),
  'cluster.name': setting(NAME.default('weir'), 'Name of the bucket there: one for each graph'),
  'cluster.replicas': setting(
    integerSetting(1, 5).default(1),
    'Servers of NATS that have a copy of the bucket, when it is made',
  ),
  'cluster.member': setting(NAME.optional(), 'Name of this process; default: made of host and process'),
  'cluster.address': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Where the others reach the web server of this process; default: the address that it listens on',
  ),
  'cluster.authorities': setting(
    FILE,
    'PEM file of the authorities that certificates of the other web servers are from; default those that Node knows',
  ),
  'cluster.lease': setting(
    durationSetting(1_000).default(3_000),
    'A process that shows no sign of life for so long is taken for gone, and another takes the graph over',
  ),
  'cluster.store-patience': setting(
    durationSetting(1_000).default(10_000),
    'A process whose store has not answered for so long leaves its part of the graph to the others',
  ),
  'cluster.lend-workers': setting(
    integerSetting(0, 1024).default(0),
    'Worker threads that this process lends to the one that works on the graph, so that shards lie on both',
  ),
  'cluster.nats.username': setting(z.string().min(1).optional(), 'Name that NATS knows this process by'),
  'cluster.nats.password': secretSetting(z.string().min(1).optional(), 'Its password'),
  'cluster.nats.token': secretSetting(z.string().min(1).optional(), 'Token, in place of name and password'),
  'cluster.nats.nkey-seed': secretSetting(
    z
      .string()
      .regex(/^\s*SU[A-Z2-7]+\s*$/, { error: 'expected the seed of a user, SU...' })
      .optional(),
    'Seed of an NKey, in their place',
  ),
  'cluster.nats.credentials-file': setting(FILE, 'File of a JWT and its seed (.creds), in their place'),
  'cluster.nats.use-tls': setting(booleanSetting.default(false), 'Whether NATS is spoken to with TLS alone'),
  'cluster.nats.tls.authorities': setting(
    FILE,
    'PEM file of the authorities whose certificates are accepted; default those that Node knows',
  ),
  'cluster.nats.tls.certificate': setting(FILE, 'PEM file of the certificate of this process'),
  'cluster.nats.tls.key': setting(FILE, 'PEM file of its key'),
  'cluster.nats.tls.handshake-first': setting(
    booleanSetting.default(false),
    'Whether the server begins with TLS (handshake_first of NATS)',
  ),
} as const;

/** @returns what a configuration asks for that several processes can't have. */
export function clusterProblems(config: Readonly<Record<string, unknown>>): readonly string[] {
  if (config['cluster.directory'] === undefined) return [];
  const problems: string[] = [];
  const refuse = (isWrong: boolean, why: string): void => {
    if (isWrong) problems.push(`cluster.directory ${why}`);
  };
  refuse(
    config['store.type'] !== 'cassandra',
    'needs store.type cassandra: all processes must reach the graph',
  );
  refuse(config['webserver.enabled'] === false, 'needs webserver.enabled: requests are passed on over it');
  refuse(
    config['webserver.use-mtls.enabled'] === true,
    'does not go with webserver.use-mtls so far: requests of clients would come from the other processes',
  );
  refuse(
    config['webserver.requests-per-minute'] !== undefined,
    'does not go with webserver.requests-per-minute so far: what is passed on comes from one address',
  );
  refuse(
    config['store.take-over'] === true,
    'does not go with store.take-over: the directory says who takes over',
  );
  const logins = LOGINS.filter(key => config[key] !== undefined);
  if (logins.length > 1) problems.push(`one way to log in to NATS is enough: ${logins.join(', ')}`);
  const isPair = (one: string, other: string): boolean =>
    (config[one] === undefined) === (config[other] === undefined);
  if (!isPair('cluster.nats.username', 'cluster.nats.password'))
    problems.push('cluster.nats.username and cluster.nats.password go together');
  if (!isPair('cluster.nats.tls.certificate', 'cluster.nats.tls.key'))
    problems.push('cluster.nats.tls.certificate and cluster.nats.tls.key go together');
  return problems;
}

const LOGINS = [
  'cluster.nats.username',
  'cluster.nats.token',
  'cluster.nats.nkey-seed',
  'cluster.nats.credentials-file',
] as const;
