/**
 * The messages of a queue. One is acknowledged once its contents are durable; until then the queue keeps it, and delivers
 * it again if this program or the connection ends. So no position is stored.
 */
import {
  type AnySourceKind,
  type CutRecords,
  defineSource,
  packBytes,
  type ResumePoint,
  type SourceContext,
  type SourceStatus,
  type SourceSupports,
} from '@weir/plugins';
import { envelopedPayload, ReconnectingSource, UnacknowledgedMessages } from '@weir/plugins/reconnecting';
import type { ServerAddress } from '@weir/plugins/server';
import type { ConsumeMessage } from 'amqplib';
import { isRabbitMqRefusal, rabbitMqAddress, serverFields } from './rabbitmq-connection.js';
import { type ConsumedQueue, RabbitMqSession } from './rabbitmq-session.js';

interface RabbitMqDefinition extends ConsumedQueue {
  readonly envelope: boolean;
}

class RabbitMqSource extends ReconnectingSource<RabbitMqSession> {
  readonly supports: SourceSupports;
  private readonly unacknowledged = new UnacknowledgedMessages<RabbitMqSession, ConsumeMessage>();
  private depth: number | undefined;

  constructor(
    private readonly definition: RabbitMqDefinition,
    private readonly address: ServerAddress,
    { environment: { scheduler, logger }, isTrial }: SourceContext,
  ) {
    super({ sender: `RabbitMQ at ${address.text}`, isRefusal: isRabbitMqRefusal, scheduler, logger });
    this.supports = { finite: false, resume: 'onward', acknowledge: !isTrial };
  }

  protected begin(from: ResumePoint | undefined): void {
    this.unacknowledged.begin(from);
  }

  protected connect(): Promise<RabbitMqSession> {
    return RabbitMqSession.open(this.address, this.definition);
  }

  protected override connected(session: RabbitMqSession): void {
    if (!this.isPaused) session.start();
  }

  protected async read(session: RabbitMqSession, maximum: number): Promise<CutRecords> {
    const messages = await session.take(maximum);
    this.unacknowledged.add(session, messages);
    const { envelope } = this.definition;
    return packBytes(messages.map(message => (envelope ? enveloped(message) : message.content)));
  }

  /** Messages that were not acknowledged are delivered again. */
  protected cursor(): string | null {
    return null;
  }

  protected override acknowledgeTo(point: ResumePoint): Promise<void> {
    // Messages of a lost session are in the queue again.
    const last = this.unacknowledged.takeDurable(point, this.session).at(-1);
    if (last !== undefined && this.supports.acknowledge) this.session?.acknowledge(last);
    return Promise.resolve();
  }

  /** Other consumers receive the messages meanwhile. */
  protected override async pauseSource(): Promise<void> {
    await super.pauseSource();
    this.session?.stop();
  }

  protected override async resumeSource(): Promise<void> {
    await super.resumeSource();
    this.session?.start();
  }

  protected async disconnect(session: RabbitMqSession): Promise<void> {
    await session.close();
  }

  protected override async poll(session: RabbitMqSession): Promise<void> {
    this.depth = await session.depth();
  }

  protected override measured(): SourceStatus {
    if (this.depth === undefined) return {};
    return { lag: this.depth + this.unacknowledged.count + (this.session?.untaken ?? 0) };
  }
}

function enveloped({ content, fields, properties }: ConsumeMessage): Uint8Array {
  const { exchange, routingKey, redelivered } = fields;
  const { messageId, headers } = properties;
  return envelopedPayload({ exchange, routingKey, redelivered, messageId, headers }, content);
}

const kind = defineSource({
  type: 'weir.RabbitMq',
  description: 'Messages of a RabbitMQ queue',
  fields: z => ({
    ...serverFields(z),
    queue: z.string().min(1).meta({ description: 'Name of an existing queue' }),
    prefetch: z
      .int()
      .min(1)
      .max(65_535)
      .default(1000)
      .meta({ description: 'Maximum number of messages that are delivered and not yet durable' }),
    envelope: z.boolean().default(false).meta({
      description:
        'Whether a record is {"exchange": ..., "routingKey": ..., "redelivered": ..., "messageId": ..., "headers": ..., "payload": ...}, for payloads in JSON',
    }),
  }),
  secrets: ['password'],
  canBeShared: () => true,

  check(definition, { outgoing }) {
    rabbitMqAddress(definition, 'ingest.invalid', outgoing);
    return Promise.resolve();
  },

  open(definition, context) {
    const address = rabbitMqAddress(definition, 'ingest.invalid', context.outgoing);
    return new RabbitMqSource(definition, address, context);
  },
});

export const rabbitMqSource: AnySourceKind = kind;
