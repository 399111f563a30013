/** Connections to a Redis server. A lost one is not repaired: its owner opens another one. */
import { WeirError, type Zod } from '@weir/plugins';
import { ServerAddress, type ServerAddressOptions } from '@weir/plugins/server';
import { AbstractConnector, Redis } from 'ioredis';

export interface RedisServer {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

const SCHEMES = {
  redis: { port: 6379, isSecure: false },
  rediss: { port: 6379, isSecure: true },
};

const CONNECT_MILLIS = 10_000;
/** Time without any answer, after which a connection is lost. Reads answer sooner. */
const SILENCE_MILLIS = 30_000;
/** Time for the server to close a connection, before it is destroyed. */
const DISCONNECT_MILLIS = 1_000;

/** Replies after which a retry is pointless. */
const REFUSAL = /^(NOAUTH|WRONGPASS|NOPERM|WRONGTYPE|ERR AUTH|ERR invalid password|ERR DB index)/;

type Text = InstanceType<Zod['ZodString']>;
type Defaulted = ReturnType<Text['default']>;
type Optional = ReturnType<Text['optional']>;

export const serverFields = (z: Zod): { url: Defaulted; username: Optional; password: Optional } => ({
  url: z
    .string()
    .default('redis://localhost:6379')
    .meta({ description: 'Server, and optionally the number of the database: redis://localhost:6379/1' }),
  username: z.string().optional(),
  password: z.string().optional(),
});

/** @throws WeirError with the given code for a URL that is not one, or may not be connected to. */
export function redisAddress(
  { url }: RedisServer,
  code: ServerAddressOptions['code'],
  outgoing: ServerAddressOptions['outgoing'],
): ServerAddress {
  const address = ServerAddress.of(url, { schemes: SCHEMES, code, outgoing });
  if (/^\d*$/.test(address.path)) return address;
  throw new WeirError(code, `Invalid url: '${address.path}' is not the number of a database`);
}

/** @returns a connection that is ready for commands. */
export async function connectRedis(address: ServerAddress, server: RedisServer): Promise<Redis> {
  const { username, password } = server;
  const redis = new Redis({
    Connector: class extends AbstractConnector {
      constructor() {
        super(DISCONNECT_MILLIS);
      }

      connect() {
        this.connecting = true;
        this.stream = address.connect();
        return Promise.resolve(this.stream);
      }
    },
    lazyConnect: true,
    retryStrategy: null,
    connectTimeout: CONNECT_MILLIS,
    socketTimeout: SILENCE_MILLIS,
    keepAlive: SILENCE_MILLIS,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    disableClientInfo: true,
    protocol: 2,
    db: Number(address.path),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  });
  // The reason is reported here; the promise says only that the connection was closed.
  let failure: Error | undefined;
  redis.on('error', (error: Error) => (failure ??= error));
  try {
    await redis.connect();
    if (failure === undefined) return redis;
    throw failure;
  } catch (error) {
    redis.disconnect();
    throw failure ?? error;
  }
}

/** Whether the server rejects this client or its command, so that a retry is pointless. */
export function isRedisRefusal(error: unknown): boolean {
  return error instanceof Error && REFUSAL.test(error.message);
}
