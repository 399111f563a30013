/**
 * One connection of a source, until an error: a consumer of the queue, and the messages that were delivered to it and
 * not yet taken. Their number is limited by the prefetch count, because RabbitMQ delivers no more until some of them are
 * acknowledged.
 */
import type { ServerAddress } from '@weir/plugins/server';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { connectRabbitMq, type RabbitMqServer } from './rabbitmq-connection.js';

export interface ConsumedQueue extends RabbitMqServer {
  readonly queue: string;
  readonly prefetch: number;
}

export class RabbitMqSession {
  private readonly waiting: ConsumeMessage[] = [];
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;
  private consumer: string | undefined;
  /** Starting and stopping take turns. */
  private turn: Promise<void> = Promise.resolve();

  private constructor(
    private readonly connection: ChannelModel,
    private readonly channel: Channel,
    private readonly queue: string,
  ) {}

  /** @returns a session that does not consume yet. */
  static async open(address: ServerAddress, definition: ConsumedQueue): Promise<RabbitMqSession> {
    let session: RabbitMqSession | undefined;
    const lost = (error: unknown): void => session?.fail(error);
    const connection = await connectRabbitMq(address, definition, lost);
    try {
      const channel = await connection.createChannel();
      channel.on('error', lost);
      channel.on('close', () => lost(new Error('the channel was closed')));
      await channel.checkQueue(definition.queue);
      await channel.prefetch(definition.prefetch);
      return (session = new RabbitMqSession(connection, channel, definition.queue));
    } catch (error) {
      await connection.close().catch(() => undefined);
      throw error;
    }
  }

  get untaken(): number {
    return this.waiting.length;
  }

  start(): void {
    this.inTurn(async () => {
      if (this.consumer !== undefined) return;
      const { consumerTag } = await this.channel.consume(this.queue, message => this.arrived(message));
      this.consumer = consumerTag;
    });
  }

  /** Consumes nothing more, and returns messages that were not taken to the queue. */
  stop(): void {
    this.inTurn(async () => {
      if (this.consumer === undefined) return;
      await this.channel.cancel(this.consumer);
      this.consumer = undefined;
      for (const message of this.waiting.splice(0)) this.channel.nack(message);
    });
  }

  /** Waits for the first message. Rejects when the connection is lost. */
  async take(maximum: number): Promise<ConsumeMessage[]> {
    while (this.waiting.length === 0 && this.failure === undefined)
      await new Promise<void>(resolve => (this.wake = resolve));
    // Waiting messages are in the queue again.
    if (this.failure !== undefined) throw this.failure.error;
    return this.waiting.splice(0, maximum);
  }

  /** Acknowledges a message and all that were taken before it. */
  acknowledge(message: ConsumeMessage): void {
    try {
      this.channel.ack(message, true);
    } catch (error) {
      // The channel is closed: the queue delivers the messages again.
      this.fail(error);
    }
  }

  /** Number of messages in the queue that no consumer has received. */
  async depth(): Promise<number> {
    return (await this.channel.checkQueue(this.queue)).messageCount;
  }

  /** @returns when the server has received all acknowledgements. It delivers the other messages again. */
  async close(): Promise<void> {
    const wasLost = this.failure !== undefined;
    this.fail(new Error('closed'));
    if (!wasLost) await this.channel.close();
    await this.connection.close();
  }

  private arrived(message: ConsumeMessage | null): void {
    if (message === null) {
      this.fail(new Error(`the queue '${this.queue}' was deleted`));
      return;
    }
    this.waiting.push(message);
    this.wake();
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.wake();
  }

  private inTurn(task: () => Promise<void>): void {
    this.turn = this.turn.then(task).catch((error: unknown) => this.fail(error));
  }
}
