/** Streams of a test NATS, written and read with the product's client. */
import { jetstream, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { NatsServer } from '../../services/nats-server.js';

interface StreamMessage {
  readonly subject: string;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly id: string | undefined;
}

export class NatsStreams {
  private constructor(
    private readonly connection: NatsConnection,
    readonly manager: JetStreamManager,
  ) {}

  static async of(server: NatsServer, options: NodeConnectionOptions = {}): Promise<NatsStreams> {
    const connection = await connect({
      servers: server.address,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
      ...options,
    });
    return new NatsStreams(connection, await jetstreamManager(connection));
  }

  async create(name: string, subjects: readonly string[] = [`${name}.>`]): Promise<void> {
    await this.manager.streams.add({ name, subjects: [...subjects] });
  }

  /** @param ids make a repeated message count once. */
  async write(
    subject: string,
    texts: readonly (string | Uint8Array)[],
    ids?: readonly string[],
  ): Promise<void> {
    const client = jetstream(this.connection);
    await Promise.all(
      texts.map((text, i) => client.publish(subject, text, ids === undefined ? {} : { msgID: ids[i]! })),
    );
  }

  /** Number of messages not yet delivered by the consumer, and of those not acknowledged. */
  async open(stream: string, consumer: string): Promise<{ waiting: number; unacknowledged: number }> {
    const info = await this.manager.consumers.info(stream, consumer);
    return { waiting: info.num_pending, unacknowledged: info.num_ack_pending };
  }

  async count(stream: string): Promise<number> {
    return (await this.manager.streams.info(stream)).state.messages;
  }

  /** Reads all messages of the stream. */
  async read(stream: string): Promise<StreamMessage[]> {
    const count = await this.count(stream);
    const found: StreamMessage[] = [];
    if (count === 0) return found;
    const consumer = await this.manager.jetstream().consumers.get(stream);
    const messages = await consumer.consume();
    for await (const message of messages) {
      const { subject, headers } = message;
      found.push({
        subject,
        text: message.string(),
        bytes: message.data,
        id: headers?.get('Nats-Msg-Id'),
      });
      if (found.length === count) break;
    }
    await consumer.delete();
    return found;
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
