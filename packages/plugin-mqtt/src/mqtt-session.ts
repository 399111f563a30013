/**
 * One connection of a source to its broker. The client library acknowledges a message as soon as it was handled, in the
 * order of arrival, and handles no other one meanwhile. This session handles a message without an acknowledgment, which
 * the library omits if the handler reports an error, and sends it once the message is durable.
 */
import type { ServerAddress } from '@weir/plugins/server';
import mqtt, { type IClientOptions, type IPublishPacket } from 'mqtt';
import { accepted } from './mqtt-connection.js';

export interface Arrival {
  readonly topic: string;
  readonly payload: Buffer;
  readonly isRetained: boolean;
  /** Packet identifier; `undefined` at QoS 0. */
  readonly id: number | undefined;
}

export interface MqttSessionOptions {
  readonly address: ServerAddress;
  readonly client: IClientOptions;
  /** @returns whether the next message may arrive; otherwise `proceed` allows it later. */
  readonly arrives: (session: MqttSession, arrival: Arrival) => boolean;
}

const UNACKNOWLEDGED = new Error('acknowledged later');
const PUBACK = 0x40;
/** Error of the library for a subscription. */
const REFUSED = /^Subscribe error/;

export class MqttSession {
  private failure: Error | undefined;
  private wake: () => void = () => undefined;
  /** Lets the next message arrive. */
  private blocked: (() => void) | undefined;
  private readonly client: InstanceType<typeof mqtt.MqttClient>;

  private constructor({ address, client: options, arrives }: MqttSessionOptions) {
    this.client = new mqtt.MqttClient(() => address.connect(), options);
    // Messages of an existing session arrive immediately after the connection.
    this.client.handleMessage = (packet, done) => {
      const arrival = arrivalOf(packet);
      const handled = (): void => done(arrival.id === undefined ? undefined : UNACKNOWLEDGED);
      if (this.failure !== undefined || arrives(this, arrival)) handled();
      else this.blocked = handled;
    };
  }

  /** @throws the reason why the broker accepts no connection or no subscription. */
  static async open(
    options: MqttSessionOptions,
    topics: readonly string[],
    qos: 0 | 1,
  ): Promise<MqttSession> {
    const session = new MqttSession(options);
    const { client } = session;
    try {
      await accepted(client, error => session.fail(error));
      for (const topic of topics)
        await client.subscribeAsync(topic, { qos }).catch((error: unknown) => {
          throw REFUSED.test((error as Error).message) ? refusal(topic) : error;
        });
      return session;
    } catch (error) {
      client.end(true);
      throw session.lost ?? (error as Error);
    }
  }

  /** Why the connection is lost. */
  get lost(): Error | undefined {
    return this.failure;
  }

  /** Resolves when something has arrived, or the connection is lost. */
  arrival(): Promise<void> {
    return new Promise(resolve => (this.wake = resolve));
  }

  /** Ends `arrival`. */
  notify(): void {
    this.wake();
  }

  /** Allows the next message. */
  proceed(): void {
    const { blocked } = this;
    this.blocked = undefined;
    blocked?.();
  }

  /** Answers of the broker to pings wait behind a blocked message: pings are sent anyway, and not missed. */
  keepAlive(): void {
    if (this.blocked === undefined || !this.client.connected) return;
    this.client.sendPing();
    this.client.reschedulePing(true);
  }

  acknowledge(id: number): void {
    if (this.client.connected) this.client.stream.write(Buffer.from([PUBACK, 2, id >>> 8, id & 0xff]));
  }

  /** @returns when everything written before was sent. The broker keeps messages that were not acknowledged. */
  async close(): Promise<void> {
    const wasLost = this.failure !== undefined;
    this.fail(new Error('closed'));
    // The end of the connection is behind the messages that were not read.
    this.proceed();
    await this.client.endAsync(wasLost);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }
}

function refusal(topic: string): Error {
  return new Error(`The broker refuses the subscription to '${topic}'`);
}

function arrivalOf({ topic, payload, retain, qos, messageId }: IPublishPacket): Arrival {
  return {
    topic,
    payload: Buffer.from(payload),
    isRetained: retain,
    id: qos === 0 ? undefined : messageId,
  };
}
