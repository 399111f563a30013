/** Connections to a RabbitMQ server. A lost one is not repaired: its owner opens another one. */
import type { Zod } from '@weir/plugins';
import { ServerAddress, type ServerAddressOptions } from '@weir/plugins/server';
import { type ChannelModel, connect } from 'amqplib';

export interface RabbitMqServer {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

const SCHEMES = {
  amqp: { port: 5672, isSecure: false },
  amqps: { port: 5671, isSecure: true },
};

const CONNECT_MILLIS = 10_000;
/** Interval of heartbeats; after two without an answer, the connection is lost. */
const HEARTBEAT_SECONDS = 20;

const NO_HOST = 'The server does not open the virtual host';
/** The client's words for a server that closes the connection instead of opening the virtual host. */
const NOT_OPENED = /^Expected ConnectionOpenOk/;
/** Access refused, or not found: the same request will fail again. */
const REFUSAL = new RegExp(`\\b(403|404) \\(|^${NO_HOST}`);

type Text = InstanceType<Zod['ZodString']>;
type Defaulted = ReturnType<Text['default']>;

export const serverFields = (z: Zod): { url: Defaulted; username: Defaulted; password: Defaulted } => ({
  url: z
    .string()
    .default('amqp://localhost')
    .meta({ description: 'Server, and optionally the virtual host: amqp://localhost:5672/orders' }),
  username: z.string().default('guest'),
  password: z.string().default('guest'),
});

/** @throws WeirError with the given code for a URL that is not one, or may not be connected to. */
export function rabbitMqAddress(
  { url }: RabbitMqServer,
  code: ServerAddressOptions['code'],
  outgoing: ServerAddressOptions['outgoing'],
): ServerAddress {
  return ServerAddress.of(url, { schemes: SCHEMES, code, outgoing });
}

/** @param lost called once the connection is closed, with the reason. */
export async function connectRabbitMq(
  address: ServerAddress,
  { username, password }: RabbitMqServer,
  lost: (error: unknown) => void,
): Promise<ChannelModel> {
  const { host, port, isSecure } = address;
  const vhost = address.path === '' ? '/' : address.path;
  const connection = await connect(
    {
      protocol: isSecure ? 'amqps' : 'amqp',
      hostname: host,
      port,
      // The client decodes it.
      vhost: encodeURIComponent(vhost),
      username,
      password,
      heartbeat: HEARTBEAT_SECONDS,
    },
    {
      ...address.socketOptions,
      noDelay: true,
      timeout: CONNECT_MILLIS,
      clientProperties: { connection_name: 'weir' },
    },
  ).catch((cause: unknown) => {
    if (!(cause instanceof Error) || !NOT_OPENED.test(cause.message)) throw cause;
    const why = `it does not exist or is down, or '${username}' has no permission`;
    throw new Error(`${NO_HOST} '${vhost}': ${why}.`, { cause });
  });
  connection.on('error', lost);
  connection.on('close', error => lost(error ?? new Error('the connection was closed')));
  return connection;
}

/** Whether the server rejects the login or what was requested. */
export function isRabbitMqRefusal(error: unknown): boolean {
  return error instanceof Error && REFUSAL.test(error.message);
}
