/**
 * Connects to a NATS server with a client that is loaded on first use. A broken connection is not repaired by the
 * client: its owner opens another one, so that each address passes the connection policy again and only configured
 * servers are used, not servers that another server announces.
 */
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import type { NatsTarget } from '../definition/nats-target.js';
import { type ErrorCode, isError, type OutgoingPolicy, WeirError } from '@weir/platform';

export interface NatsServers {
  /** @returns a connection to the first server that answers. Rejects with the error of the last one. */
  connect(): Promise<NatsConnection>;
}

/** Timeout of connecting and of requests. */
const ANSWER_MILLIS = 5_000;
/** Interval of pings; after two without an answer, the connection counts as broken. */
const PING_MILLIS = 10_000;

/**
 * @param code of the error for a server that is not an allowed destination.
 * @throws WeirError with that code.
 */
export async function natsServers(
  target: NatsTarget,
  code: ErrorCode,
  outgoing: OutgoingPolicy,
): Promise<NatsServers> {
  for (const server of target.servers) {
    const refusal = await outgoing.check(new URL(`nats://${server}`));
    if (refusal !== undefined) throw new WeirError(code, `Invalid servers: ${refusal}.`);
  }
  return {
    async connect() {
      let problem: unknown;
      for (const server of target.servers) {
        try {
          return await connectTo(server, target, outgoing);
        } catch (error) {
          problem = error;
        }
      }
      throw problem;
    },
  };
}

async function connectTo(
  server: string,
  target: NatsTarget,
  outgoing: OutgoingPolicy,
): Promise<NatsConnection> {
  const { hostname, port } = new URL(`nats://${server}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const [address] = await addressesOf(host, port, outgoing);
  const { connect } = await import('@nats-io/transport-node');
  const { natsLogin } = await import('@weir/cluster-nats');
  return connect({
    servers: address!.family === 6 ? `[${address!.address}]:${port}` : `${address!.address}:${port}`,
    name: 'weir',
    reconnect: false,
    ignoreClusterUpdates: true,
    resolve: false,
    timeout: ANSWER_MILLIS,
    pingInterval: PING_MILLIS,
    maxPingOut: 2,
    noAsyncTraces: true,
    ...tlsOf(target, host),
    ...natsLogin(target.credentials),
  });
}

/** Returns the addresses that may be connected to. */
function addressesOf(host: string, port: string, outgoing: OutgoingPolicy): Promise<LookupAddress[]> {
  const refusal = outgoing.refusal(host, port);
  if (refusal !== undefined) return Promise.reject(new Error(refusal));
  if (isIP(host) !== 0) return Promise.resolve([{ address: host, family: isIP(host) }]);
  return new Promise((resolve, reject) => {
    outgoing.lookup(port)(host, { all: true }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(found as LookupAddress[]);
    });
  });
}

/** The client passes unknown options on to Node. The certificate must match the configured host, not the address. */
function tlsOf({ tls }: NatsTarget, host: string): Pick<NodeConnectionOptions, 'tls'> {
  if (tls === undefined) return {};
  const { ca, cert, key, handshakeFirst } = tls;
  const name: TlsOptions = isIP(host) === 0 ? { servername: host, host } : { host };
  return {
    tls: {
      handshakeFirst,
      ...name,
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    } as NodeConnectionOptions['tls'] & object,
  };
}

/** Returns whether the server rejected the login or an operation. A retry is pointless. */
export function isNatsRefusal(error: unknown): boolean {
  return isError(error) && REFUSALS.has(error.name);
}

const REFUSALS: ReadonlySet<string> = new Set(['AuthorizationError', 'UserAuthenticationExpiredError']);

export function natsReason(error: unknown): string {
  if (!isError(error)) return String(error);
  const { message, cause } = error;
  return isError(cause) && cause.message !== '' && !message.includes(cause.message)
    ? `${message}: ${cause.message}`
    : message || error.name;
}
