/** Keys of a graph that several processes share, and the settings that they require. All need `cluster.directory`. */
import { BUILT_IN_STORES } from '@weir/runtime';
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
    'NATS servers with JetStream, as host:port, through which the processes that share the graph find each other; default: a single process',
  ),
  'cluster.name': setting(NAME.default('weir'), 'Name of the NATS bucket, one per graph'),
  'cluster.replicas': setting(
    integerSetting(1, 5).default(1),
    'Number of NATS servers that store a copy of the bucket, used when the bucket is created',
  ),
  'cluster.member': setting(
    NAME.optional(),
    'Name of this process; default: derived from host name and process id',
  ),
  'cluster.address': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'URL at which the other processes reach the web server of this process; default: the address that it listens on',
  ),
  'cluster.authorities': setting(
    FILE,
    'PEM file with the certificate authorities that are trusted for the other processes; default: those of Node.js',
  ),
  'cluster.lease': setting(
    durationSetting(1_000).default(3_000),
    'Time without a heartbeat after which a process is considered lost and another process takes over the graph',
  ),
  'cluster.directory-patience': setting(
    durationSetting(1_000).optional(),
    'Time without an answer of the directory after which a process gives up its membership; at least cluster.lease; default: 60s, or the lease if that is longer',
  ),
  'cluster.stall-patience': setting(
    durationSetting(1_000).optional(),
    'Time for which the main thread of a process may make no progress before the process gives up its membership; at least cluster.lease; default: ten leases',
  ),
  'cluster.store-patience': setting(
    durationSetting(1_000).default(10_000),
    'Time without a response from the store after which a process hands over its part of the graph to the others',
  ),
  'cluster.lend-workers': setting(
    integerSetting(0, 1024).default(0),
    'Number of worker threads that this process lends to the owner of the graph, which then hosts shards on them',
  ),
  'cluster.size': setting(
    integerSetting(1, 1024).optional(),
    'Number of processes that will share the graph, so that one that joins stops no shards of others; default: unknown',
  ),
  'cluster.copies': setting(
    integerSetting(1, 1023).optional(),
    'Number of processes that follow the log of each shard, besides the one that hosts it; default: all. Needs store.type: logged',
  ),
  'cluster.nats.username': setting(z.string().min(1).optional(), 'User name for NATS'),
  'cluster.nats.password': secretSetting(z.string().min(1).optional(), 'Password for that user name'),
  'cluster.nats.token': secretSetting(
    z.string().min(1).optional(),
    'Token for NATS, instead of user name and password',
  ),
  'cluster.nats.nkey-seed': secretSetting(
    z
      .string()
      .regex(/^\s*SU[A-Z2-7]+\s*$/, { error: 'expected the seed of a user, SU...' })
      .optional(),
    'NKey seed for NATS, instead of user name and password',
  ),
  'cluster.nats.credentials-file': setting(
    FILE,
    'Credentials file for NATS (.creds, with a JWT and its seed), instead of user name and password',
  ),
  'cluster.nats.use-tls': setting(booleanSetting.default(false), 'Whether connections to NATS must use TLS'),
  'cluster.nats.tls.authorities': setting(
    FILE,
    'PEM file with the certificate authorities that are trusted; default: those of Node.js',
  ),
  'cluster.nats.tls.certificate': setting(FILE, 'PEM file with the client certificate of this process'),
  'cluster.nats.tls.key': setting(FILE, 'PEM file with the private key of the certificate'),
  'cluster.nats.tls.handshake-first': setting(
    booleanSetting.default(false),
    'Whether the TLS handshake comes first (handshake_first of NATS)',
  ),
} as const;

const REMOTE_STORES = BUILT_IN_STORES.filter(({ remote }) => remote === true).map(({ type }) => type);

/** Returns the problems of a configuration that several processes cannot share. */
export function clusterProblems(config: Readonly<Record<string, unknown>>): readonly string[] {
  const type = config['store.type'];
  const isLogged = type === 'logged';
  if (config['cluster.directory'] === undefined)
    return isLogged ? ['store.type logged needs cluster.directory: the NATS servers that keep the log'] : [];
  const problems: string[] = [];
  const refuse = (isWrong: boolean, why: string): void => {
    if (isWrong) problems.push(`cluster.directory ${why}`);
  };
  refuse(
    !REMOTE_STORES.some(store => store === type),
    `needs store.type ${REMOTE_STORES.join(' or ')}: all processes must reach the graph`,
  );
  refuse(
    config['webserver.enabled'] === false,
    'needs webserver.enabled: processes forward requests to each other over HTTP',
  );
  refuse(
    config['webserver.use-mtls.enabled'] === true,
    'cannot be combined with webserver.use-mtls yet: forwarded requests would carry the certificate of another process',
  );
  refuse(
    config['webserver.requests-per-minute'] !== undefined,
    'cannot be combined with webserver.requests-per-minute yet: forwarded requests all come from one address',
  );
  refuse(
    config['store.take-over'] === true,
    'cannot be combined with store.take-over: the directory decides which process takes over',
  );
  for (const key of ['cluster.stall-patience', 'cluster.directory-patience']) {
    const patience = config[key] as number | undefined;
    if (patience !== undefined && patience < (config['cluster.lease'] as number))
      problems.push(`${key} must be at least cluster.lease`);
  }
  const needed = ['cluster.lend-workers', 'cluster.member', 'shard-count'];
  if (config['cluster.copies'] !== undefined && (!isLogged || needed.some(key => !config[key])))
    problems.push(`cluster.copies needs store.type logged, and values of ${needed.join(', ')}`);
  if (config['cluster.size'] !== undefined && config['cluster.copies'] !== undefined)
    problems.push(
      'cluster.size cannot be combined with cluster.copies: not every process has the data of every shard',
    );
  const logins = LOGINS.filter(key => config[key] !== undefined);
  if (logins.length > 1) problems.push(`use only one of the ways to log in to NATS: ${logins.join(', ')}`);
  const isPair = (one: string, other: string): boolean =>
    (config[one] === undefined) === (config[other] === undefined);
  if (!isPair('cluster.nats.username', 'cluster.nats.password'))
    problems.push('cluster.nats.username and cluster.nats.password must be set together');
  if (!isPair('cluster.nats.tls.certificate', 'cluster.nats.tls.key'))
    problems.push('cluster.nats.tls.certificate and cluster.nats.tls.key must be set together');
  return problems;
}

const LOGINS = [
  'cluster.nats.username',
  'cluster.nats.token',
  'cluster.nats.nkey-seed',
  'cluster.nats.credentials-file',
] as const;
