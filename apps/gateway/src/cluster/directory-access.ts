/**
 * How this process reaches the directory: servers, login and trusted certificates. Reads the named files. Data only, so
 * that another thread can open the directory.
 */
import type { DirectoryTls, NatsCredentials } from '@weir/cluster-nats';
import { namedFile } from '../config/named-file.js';
import type { CLUSTER_SETTINGS } from '../config/cluster-settings.js';
import type { Config } from '../config/settings.js';

type ClusterConfig = Pick<Config, keyof typeof CLUSTER_SETTINGS>;

/** The thread's entry point, which gets a `DirectoryAccess`. */
export const DIRECTORY_ENTRY = new URL('./directory-entry.js', import.meta.url);

export interface DirectoryAccess {
  readonly servers: readonly string[];
  readonly bucket: string;
  readonly replicas: number;
  readonly credentials: NatsCredentials | undefined;
  readonly tls: DirectoryTls | undefined;
}

/** @throws WeirError `config.invalid` */
export function directoryAccess(config: ClusterConfig): DirectoryAccess {
  return {
    servers: config['cluster.directory'] ?? [],
    bucket: config['cluster.name'],
    replicas: config['cluster.replicas'],
    credentials: credentialsIn(config),
    tls: tlsIn(config),
  };
}

function credentialsIn(config: ClusterConfig): NatsCredentials | undefined {
  const username = config['cluster.nats.username'];
  const token = config['cluster.nats.token'];
  const seed = config['cluster.nats.nkey-seed'];
  const file = config['cluster.nats.credentials-file'];
  if (username !== undefined)
    return { type: 'UserPassword', username, password: config['cluster.nats.password'] ?? '' };
  if (token !== undefined) return { type: 'Token', token };
  if (seed !== undefined) return { type: 'NKey', seed };
  if (file !== undefined) return { type: 'CredentialsFile', content: textOf(file)! };
  return undefined;
}

function tlsIn(config: ClusterConfig): DirectoryTls | undefined {
  if (!config['cluster.nats.use-tls']) return undefined;
  return {
    ca: textOf(config['cluster.nats.tls.authorities']),
    cert: textOf(config['cluster.nats.tls.certificate']),
    key: textOf(config['cluster.nats.tls.key']),
    handshakeFirst: config['cluster.nats.tls.handshake-first'],
  };
}

function textOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : namedFile(path).toString('utf8');
}
