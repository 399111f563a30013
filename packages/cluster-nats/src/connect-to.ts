/** Connects to NATS servers, with a connection that is repaired for as long as it is open. */
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { type NatsCredentials, natsLogin } from './nats-login.js';
import { directoryFailed } from './server-answers.js';

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
/** A server that does not respond to two of these is left, because a machine that disappears closes no connection. */
const PING_MILLIS = 1_500;
const UNANSWERED_PINGS = 2;

/**
 * @param servers `host:port` of one or more servers.
 * @param tls requires TLS.
 * @throws WeirError `cluster.directory-failed`
 */
export async function connectTo(
  servers: readonly string[],
  credentials?: NatsCredentials,
  tls?: DirectoryTls,
): Promise<NatsConnection> {
  return connect({
    servers: [...servers],
    name: 'weir',
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MILLIS,
    pingInterval: PING_MILLIS,
    maxPingOut: UNANSWERED_PINGS,
    // A login that is rejected now may be accepted later, after the servers' configuration was fixed.
    ignoreAuthErrorAbort: true,
    ...natsLogin(credentials),
    ...(tls === undefined ? {} : { tls: tlsOptions(tls, servers) }),
  }).catch((cause: unknown) => {
    throw directoryFailed(`connecting to ${servers.join(', ')}`, cause);
  });
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
