/** Publishes a persistent message for each message, and waits until the server confirms that a queue has it. */
import {
  type AnyDestinationKind,
  defineDestination,
  type Destination,
  type DestinationContext,
  type Message,
  type Unwritten,
} from '@weir/plugins';
import { filledText, messageScope } from '@weir/plugins/placeholders';
import type { ServerAddress } from '@weir/plugins/server';
import type { ChannelModel, ConfirmChannel, Options } from 'amqplib';
import {
  connectRabbitMq,
  isRabbitMqRefusal,
  rabbitMqAddress,
  type RabbitMqServer,
  serverFields,
} from './rabbitmq-connection.js';

interface RabbitMqDefinition extends RabbitMqServer {
  readonly exchange: string;
  readonly routingKey: string;
}

interface Publisher {
  readonly connection: ChannelModel;
  readonly channel: ConfirmChannel;
  /** Why the channel was closed, or will be. */
  failure: unknown;
  /** Messages that no queue received, as returned by the server. */
  readonly returned: Set<string>;
}

class RabbitMqDestination implements Destination {
  private publisher: Promise<Publisher> | undefined;
  private readonly aborted: Promise<never>;

  constructor(
    private readonly definition: RabbitMqDefinition,
    private readonly address: ServerAddress,
    private readonly context: DestinationContext,
  ) {
    const { signal } = context;
    this.aborted = new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('closed')), { once: true }),
    );
    this.aborted.catch(() => undefined);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    try {
      const publisher = await this.connected();
      publisher.returned.clear();
      const confirmed = Promise.all(messages.map(message => this.publish(publisher, message)));
      const errors = await Promise.race([confirmed, this.aborted]);
      return messages.flatMap((message, i) => {
        const error = errors[i] ?? this.returnedError(publisher, message);
        return error === undefined ? [] : [this.unwritten(message, error)];
      });
    } catch (error) {
      return messages.map(message => this.unwritten(message, error));
    }
  }

  close(): void {
    this.publisher?.then(({ connection }) => connection.close()).catch(() => undefined);
    this.publisher = undefined;
  }

  private connected(): Promise<Publisher> {
    if (this.publisher !== undefined) return this.publisher;
    const forget = (): void => {
      if (this.publisher === opening) this.publisher = undefined;
    };
    const opening = this.open(forget);
    opening.catch(forget);
    return (this.publisher = opening);
  }

  /** @param forget called when the connection is lost. */
  private async open(forget: () => void): Promise<Publisher> {
    let publisher: Publisher | undefined;
    const lost = (error: unknown): void => {
      if (publisher !== undefined) publisher.failure ??= error;
      forget();
    };
    const connection = await connectRabbitMq(this.address, this.definition, lost);
    try {
      const channel = await connection.createConfirmChannel();
      const returned = new Set<string>();
      channel.on('error', lost);
      // Otherwise the connection would stay open.
      channel.on('close', () => void connection.close().catch(() => undefined));
      channel.on('return', ({ properties: { messageId, headers } }) =>
        returned.add(returnKey(String(messageId), String(headers?.['kind']))),
      );
      const { exchange } = this.definition;
      if (exchange !== '') await channel.checkExchange(exchange);
      return (publisher = { connection, channel, failure: undefined, returned });
    } catch (error) {
      await connection.close().catch(() => undefined);
      throw error;
    }
  }

  /** @returns an error if the server does not confirm the message. */
  private publish(publisher: Publisher, message: Message): Promise<unknown> {
    const { id, data, isText } = message;
    const options: Options.Publish = {
      persistent: true,
      mandatory: true,
      messageId: id,
      headers: { kind: kindOf(message) },
      ...(isText ? { contentType: 'application/json' } : {}),
    };
    const content = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    return new Promise(resolve => {
      const done = (error: unknown): void =>
        resolve(error === null || error === undefined ? undefined : (publisher.failure ?? error));
      publisher.channel.publish(this.definition.exchange, this.routingKeyOf(message), content, options, done);
    });
  }

  private routingKeyOf(message: Message): string {
    return filledText(this.definition.routingKey, messageScope(message, this.context.origin));
  }

  private returnedError({ returned }: Publisher, message: Message): Error | undefined {
    if (!returned.has(returnKey(message.id, kindOf(message)))) return undefined;
    const { exchange } = this.definition;
    return new Error(`no queue receives '${this.routingKeyOf(message)}' of the exchange '${exchange}'`);
  }

  private unwritten(message: Message, error: unknown): Unwritten {
    const why = error instanceof Error ? error.message : String(error);
    const reason = `RabbitMQ at ${this.address.text}: ${why}`;
    return { message, reason, mayPass: !isRabbitMqRefusal(error) };
  }
}

function kindOf({ isRetraction }: Message): string {
  return isRetraction ? 'retraction' : 'match';
}

/** A match and its retraction have the same id, and only one of them may have been returned. */
function returnKey(id: string, kind: string): string {
  return `${kind} ${id}`;
}

const kind = defineDestination({
  type: 'weir.RabbitMq',
  description: 'Publishes results to a RabbitMQ exchange',
  fields: z => ({
    ...serverFields(z),
    exchange: z
      .string()
      .default('')
      .meta({ description: 'Name of an existing exchange; empty for the default exchange' }),
    routingKey: z.string().meta({
      description:
        'Routing key, with placeholders such as {{data.user}}; the name of a queue for the default exchange',
    }),
  }),
  secrets: ['password'],

  open(definition, context) {
    const address = rabbitMqAddress(definition, 'output.invalid', context.outgoing);
    return new RabbitMqDestination(definition, address, context);
  },
});

export const rabbitMqDestination: AnyDestinationKind = kind;
