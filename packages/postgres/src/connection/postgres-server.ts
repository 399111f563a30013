/** How to reach a PostgreSQL server: from what people write to a connection for replication. */
import { isIP, Socket } from 'node:net';
import type { Client, ClientConfig } from 'pg';
import type { PostgresTarget } from '../definition/postgres-source.js';
import { type ErrorCode, isError, type OutgoingPolicy, WeirError } from '@weir/model';

/** What of it is not in the types of its client. */
export interface ReplicationConnection {
  readonly stream: Socket;
  on(event: 'copyData', listener: (message: { readonly chunk: Buffer }) => void): void;
  once(event: 'replicationStart', listener: () => void): void;
  sendCopyFromChunk(chunk: Buffer): void;
}

export interface PostgresServer {
  /** `host:port/database`. */
  readonly name: string;
  /** Takes queries without parameters, and then streams. */
  connect(): Promise<{ readonly client: Client; readonly connection: ReplicationConnection }>;
}

const ANSWER_MILLIS = 10_000;
/** What the values look like, whatever the server's own settings are. */
const SESSION = '-c datestyle=ISO -c intervalstyle=iso_8601 -c extra_float_digits=1 -c timezone=UTC';

/**
 * @param code of the error, for a server that may not be connected to.
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
      // Of one that breaks: whoever streams hears of it by its end.
      client.on('error', () => undefined);
      await client.connect();
      return { client, connection: (client as unknown as { connection: ReplicationConnection }).connection };
    },
  };
}

/** Connects to addresses alone that may be connected to. */
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

/** Whoever asks may not, or what is asked for is not there or not set up. Trying again is of no use. */
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
