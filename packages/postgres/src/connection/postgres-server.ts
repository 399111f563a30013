/** Creates replication connections to a PostgreSQL server from its settings. */
import { isIP, Socket } from 'node:net';
import type { Client, ClientConfig } from 'pg';
import type { PostgresTarget } from '../definition/postgres-source.js';
import { type ErrorCode, isError, type OutgoingPolicy, WeirError } from '@weir/platform';

/** Members that the types of the client lack. */
export interface ReplicationConnection {
  readonly stream: Socket;
  on(event: 'copyData', listener: (message: { readonly chunk: Buffer }) => void): void;
  once(event: 'replicationStart', listener: () => void): void;
  sendCopyFromChunk(chunk: Buffer): void;
}

export interface PostgresServer {
  /** `host:port/database`. */
  readonly name: string;
  /** Accepts queries without parameters, and then streams. */
  connect(): Promise<{ readonly client: Client; readonly connection: ReplicationConnection }>;
}

const ANSWER_MILLIS = 10_000;
/** Fixes the format of values, whatever the server's settings are. */
const SESSION = '-c datestyle=ISO -c intervalstyle=iso_8601 -c extra_float_digits=1 -c timezone=UTC';

/**
 * @param code of the error for a server that is not an allowed destination.
 * @throws WeirError with that code.
 */
export async function postgresServer(
  target: PostgresTarget,
  code: ErrorCode,
  outgoing: OutgoingPolicy,
): Promise<PostgresServer> {
  const { host, port, database, username: user, password, tls } = target;
  const shown = isIP(host) === 6 ? `[${host}]` : host;
  const refusal = await outgoing.check(new URL(`postgres://${shown}:${port}`));
  if (refusal !== undefined) throw new WeirError(code, `Invalid host: ${refusal}.`);
  const { ca, cert, key } = tls ?? {};
  const ssl = {
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
  const config: ClientConfig & { readonly replication: 'database' } = {
    ...{ host, port, database, user, password },
    ssl: tls === undefined ? false : ssl,
    stream: () => policedSocket(host, String(port), outgoing),
    replication: 'database',
    options: SESSION,
    application_name: 'weir',
    client_encoding: 'UTF8',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MILLIS,
  };
  return {
    name: `${shown}:${port}/${database}`,
    async connect() {
      const { default: pg } = await import('pg');
      const client = new pg.Client(config);
      // The reader of the stream learns of a broken connection by the end of the stream.
      client.on('error', () => undefined);
      await client.connect();
      return { client, connection: (client as unknown as { connection: ReplicationConnection }).connection };
    },
  };
}

/** Connects only to allowed addresses. */
function policedSocket(host: string, port: string, outgoing: OutgoingPolicy): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  socket.connect = () => {
    const refusal = outgoing.refusal(host, port);
    if (refusal === undefined) connect({ host, port: Number(port), lookup: outgoing.lookup(port) });
    else process.nextTick(() => socket.destroy(new Error(refusal)));
    return socket;
  };
  return socket;
}

/** Returns whether the login lacks permission, or an object is missing or not set up. A retry is pointless. */
export function isPostgresRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('28') || code.startsWith('42') || code === '3D000' || code === '55000';
}

export function postgresReason(error: unknown): string {
  if (!isError(error)) return String(error);
  const code = codeOf(error);
  const message = error.message || error.name;
  return code === '' || message.includes(code) ? message : `${message} (${code})`;
}

function codeOf(error: unknown): string {
  const code = isError(error) && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
