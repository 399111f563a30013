/**
 * Login of this process to the servers of the directory, and the certificates that it trusts. Reads the named files.
 */
import type { DirectoryTls } from '@weir/cluster-nats';
import { type NatsLogin, natsLogin } from '@weir/nats/connection';
import { namedFile } from '../config/named-file.js';
import type { Config } from '../config/settings.js';

interface DirectoryAccess {
  readonly login: NatsLogin;
  readonly tls: DirectoryTls | undefined;
}

/** @throws WeirError `config.invalid` */
export async function directoryAccess(config: Config): Promise<DirectoryAccess> {
  return { login: await natsLogin(credentialsIn(config)), tls: tlsIn(config) };
}

function credentialsIn(config: Config): Parameters<typeof natsLogin>[0] {
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

function tlsIn(config: Config): DirectoryTls | undefined {
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
