/** Adds an entry to a Redis stream for each message. */
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
import type { Redis } from 'ioredis';
import {
  connectRedis,
  isRedisRefusal,
  redisAddress,
  type RedisServer,
  serverFields,
} from './redis-connection.js';

interface RedisDestinationDefinition extends RedisServer {
  readonly key: string;
  readonly maxLength?: number | undefined;
}

class RedisStreamDestination implements Destination {
  private connection: Promise<Redis> | undefined;

  constructor(
    private readonly definition: RedisDestinationDefinition,
    private readonly address: ServerAddress,
    private readonly context: DestinationContext,
  ) {
    context.signal.addEventListener('abort', () => this.close(), { once: true });
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    const outcomes = await this.add(messages).catch((error: unknown) => messages.map(() => error));
    return messages.flatMap((message, i) => {
      const error = outcomes[i];
      if (error === null) return [];
      const reason = `Redis at ${this.address.text}: ${error instanceof Error ? error.message : 'no answer'}`;
      return [{ message, reason, mayPass: !isRedisRefusal(error) }];
    });
  }

  close(): void {
    this.connection?.then(
      redis => redis.disconnect(),
      () => undefined,
    );
  }

  /** @returns an error for each message, `null` if it was added. */
  private async add(messages: readonly Message[]): Promise<readonly unknown[]> {
    const redis = await (this.connection ??= this.connected());
    const pipeline = redis.pipeline();
    const { maxLength } = this.definition;
    const limit = maxLength === undefined ? [] : ['MAXLEN', '~', maxLength];
    for (const message of messages) {
      const { id, isRetraction, data } = message;
      const kind = isRetraction ? 'retraction' : 'match';
      pipeline.call(
        'XADD',
        this.keyOf(message),
        ...limit,
        '*',
        'id',
        id,
        'kind',
        kind,
        'data',
        bytesOf(data),
      );
    }
    const outcomes = await pipeline.exec();
    return (outcomes ?? []).map(([error]) => error);
  }

  private async connected(): Promise<Redis> {
    try {
      const redis = await connectRedis(this.address, this.definition);
      redis.once('end', () => (this.connection = undefined));
      return redis;
    } catch (error) {
      this.connection = undefined;
      throw error;
    }
  }

  private keyOf(message: Message): string {
    const { key } = this.definition;
    return key.includes('{{') ? filledText(key, messageScope(message, this.context.origin)) : key;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

const kind = defineDestination({
  type: 'weir.RedisStream',
  description: 'Adds results to a Redis stream',
  fields: z => ({
    ...serverFields(z),
    key: z
      .string()
      .min(1)
      .meta({ description: 'Key of the stream, with placeholders such as {{data.user}}' }),
    maxLength: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Approximate number of entries after which the oldest ones are removed' }),
  }),
  secrets: ['password'],

  open(definition, context) {
    const address = redisAddress(definition, 'output.invalid', context.outgoing);
    return new RedisStreamDestination(definition, address, context);
  },
});

export const redisDestination: AnyDestinationKind = kind;
