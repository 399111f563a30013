/** Connections to an MQTT broker. A lost one is not repaired: its owner opens another one. */
import type { Zod } from '@weir/plugins';
import { ServerAddress, type ServerAddressOptions } from '@weir/plugins/server';
import type { IClientOptions, MqttClient } from 'mqtt';

export interface MqttBroker {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

const SCHEMES = {
  mqtt: { port: 1883, isSecure: false },
  mqtts: { port: 8883, isSecure: true },
};

const CONNECT_MILLIS = 10_000;
const KEEP_ALIVE_SECONDS = 60;
const VERSION_3_1_1 = 4;

/** A broker that is not available now has another code. */
const REFUSAL = /^Connection refused: (?!Server unavailable)|^The broker refuses/;

type Text = InstanceType<Zod['ZodString']>;
type Defaulted = ReturnType<Text['default']>;
type Optional = ReturnType<Text['optional']>;

export const brokerFields = (z: Zod): { url: Defaulted; username: Optional; password: Optional } => ({
  url: z.string().default('mqtt://localhost').meta({ description: 'Broker: mqtt://localhost:1883' }),
  username: z.string().optional(),
  password: z.string().optional(),
});

/** @throws WeirError with the given code for a URL that is not one, or may not be connected to. */
export function mqttAddress(
  { url }: MqttBroker,
  code: ServerAddressOptions['code'],
  outgoing: ServerAddressOptions['outgoing'],
): ServerAddress {
  return ServerAddress.of(url, { schemes: SCHEMES, code, outgoing });
}

/** @param clean whether the broker forgets the session when the connection ends. */
export function clientOptions(
  { username, password }: MqttBroker,
  clientId: string,
  clean: boolean,
): IClientOptions {
  return {
    clientId,
    clean,
    protocolVersion: VERSION_3_1_1,
    keepalive: KEEP_ALIVE_SECONDS,
    connectTimeout: CONNECT_MILLIS,
    reconnectPeriod: 0,
    queueQoSZero: false,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

/** @returns when the broker has accepted the connection. @param lost called when it is lost later, with the reason. */
export function accepted(client: MqttClient, lost: (error: Error) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      reject(error);
      lost(error);
    };
    client.on('connect', () => resolve());
    client.on('error', failed);
    client.on('close', () => failed(new Error('the connection was closed')));
  });
}

/** Whether the broker rejects this client or its subscription. */
export function isMqttRefusal(error: unknown): boolean {
  return REFUSAL.test((error as Error).message);
}
