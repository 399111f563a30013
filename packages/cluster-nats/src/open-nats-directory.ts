/** Opens a directory with a separate connection, for a process that does not use NATS otherwise. */
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { connect, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { Directory } from '@weir/cluster';
import { directoryFailed, natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';

export interface OpenDirectory {
  readonly directory: Directory;
  /** Ends its watches and closes the connection. */
  close(): Promise<void>;
}

interface OpenOptions extends Omit<NatsDirectoryOptions, 'connection'> {
  /** `host:port` of one or more servers. */
  readonly servers: readonly string[];
  /** Credentials. Default: none. */
  readonly login?: Pick<NodeConnectionOptions, 'user' | 'pass' | 'token' | 'authenticator'> | undefined;
  /** Requires TLS. */
  readonly tls?: DirectoryTls | undefined;
}

/** PEM texts. */
export interface DirectoryTls {
  /** Default: the authorities that Node trusts. */
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** The server starts with TLS before sending anything. */
  readonly handshakeFirst?: boolean | undefined;
}

const RECONNECT_MILLIS = 100;

/** Rejects as `natsDirectory` does. */
export async function openNatsDirectory(given: OpenOptions): Promise<OpenDirectory> {
  const { servers, login = {}, tls, ...options } = given;
  const connection = await connect({
    servers: [...servers],
    name: 'weir',
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MILLIS,
    // A login that is rejected now may be accepted later, after the servers' configuration was fixed.
    ignoreAuthErrorAbort: true,
    ...login,
    ...(tls === undefined ? {} : { tls: tlsOptions(tls, servers) }),
  }).catch((cause: unknown) => {
    throw directoryFailed(`connecting to ${servers.join(', ')}`, cause);
  });
  try {
    const directory = await natsDirectory({ connection, ...options });
    return { directory, close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * Options that the client passes on to Node. A certificate is valid if it is for one of the configured servers: servers
 * report each other by address, and the client drops the name when it connects to an address.
 */
function tlsOptions(tls: DirectoryTls, servers: readonly string[]): NodeConnectionOptions['tls'] & object {
  const hosts = servers.map(server => new URL(`nats://${server}`).hostname.replace(/^\[|\]$/g, ''));
  const checks: ConnectionOptions = {
    checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined {
      const isNamed = hosts.some(host => checkServerIdentity(host, certificate) === undefined);
      return isNamed ? undefined : checkServerIdentity(isIP(name) === 0 ? name : hosts[0]!, certificate);
    },
  };
  const { ca, cert, key, handshakeFirst = false } = tls;
  return {
    handshakeFirst,
    ...checks,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  } as NodeConnectionOptions['tls'] & object;
}
