/**
 * The messages of topics. At QoS 1 the broker has a session for this source: it keeps messages until they are
 * acknowledged, which happens when their contents are durable, and sends them again after a lost connection. So no
 * position is stored.
 */
import {
  type AnySourceKind,
  type CutRecords,
  defineSource,
  packBytes,
  type ResumePoint,
  type SourceContext,
  type SourceSupports,
} from '@weir/plugins';
import { envelopedPayload, ReconnectingSource, UnacknowledgedMessages } from '@weir/plugins/reconnecting';
import type { ServerAddress } from '@weir/plugins/server';
import {
  brokerFields,
  clientOptions,
  isMqttRefusal,
  mqttAddress,
  type MqttBroker,
} from './mqtt-connection.js';
import { type Arrival, MqttSession } from './mqtt-session.js';

interface MqttDefinition extends MqttBroker {
  readonly topics: readonly string[];
  readonly qos: 0 | 1;
  readonly clientId: string;
  readonly envelope: boolean;
}

interface Received extends Arrival {
  readonly session: MqttSession;
}

/** Limits of messages that wait here; then no more are read from the connection. */
const WAITING = 1000;
const WAITING_BYTES = 1024 * 1024;

class MqttSource extends ReconnectingSource<MqttSession> {
  readonly supports: SourceSupports;
  private waiting: Received[] = [];
  private waitingBytes = 0;
  private readonly unacknowledged = new UnacknowledgedMessages<MqttSession, Received>();

  constructor(
    private readonly definition: MqttDefinition,
    private readonly address: ServerAddress,
    private readonly context: SourceContext,
  ) {
    const { scheduler, logger } = context.environment;
    super({ sender: `MQTT at ${address.text}`, isRefusal: isMqttRefusal, scheduler, logger });
    const acknowledge = definition.qos === 1 && !context.isTrial;
    this.supports = { finite: false, resume: 'onward', acknowledge };
  }

  protected begin(from: ResumePoint | undefined): void {
    this.unacknowledged.begin(from);
  }

  protected connect(): Promise<MqttSession> {
    const { topics, qos, clientId } = this.definition;
    const { isTrial, environment } = this.context;
    // A dry run must not take over the session of a stream.
    const id = isTrial ? `weir-${environment.random.uuid()}` : clientId;
    const client = clientOptions(this.definition, id, isTrial || qos === 0);
    const arrives = this.arrives.bind(this);
    return MqttSession.open({ address: this.address, client, arrives }, topics, qos);
  }

  protected async read(session: MqttSession, maximum: number): Promise<CutRecords> {
    while (this.waiting.length === 0 && session.lost === undefined) await session.arrival();
    if (session.lost !== undefined) throw session.lost;
    const messages = this.waiting.splice(0, maximum);
    for (const { payload } of messages) this.waitingBytes -= payload.length;
    for (const message of messages) this.unacknowledged.add(message.session, [message]);
    if (!this.isFull) session.proceed();
    const { envelope } = this.definition;
    return packBytes(messages.map(message => (envelope ? enveloped(message) : message.payload)));
  }

  /** Messages that were not acknowledged are sent again. */
  protected cursor(): string | null {
    return null;
  }

  protected override acknowledgeTo(point: ResumePoint): Promise<void> {
    // Identifiers of a lost session have another meaning now.
    for (const { session, id } of this.unacknowledged.takeDurable(point, this.session))
      if (id !== undefined) session.acknowledge(id);
    return Promise.resolve();
  }

  protected async disconnect(session: MqttSession): Promise<void> {
    // The broker sends them again.
    this.waiting = this.waiting.filter(each => each.id === undefined || each.session !== session);
    this.waitingBytes = this.waiting.reduce((sum, { payload }) => sum + payload.length, 0);
    await session.close();
  }

  protected override poll(session: MqttSession): Promise<void> {
    session.keepAlive();
    return Promise.resolve();
  }

  private get isFull(): boolean {
    return this.waiting.length >= WAITING || this.waitingBytes >= WAITING_BYTES;
  }

  private arrives(session: MqttSession, arrival: Arrival): boolean {
    this.waiting.push({ ...arrival, session });
    this.waitingBytes += arrival.payload.length;
    session.notify();
    return !this.isFull;
  }
}

function enveloped({ topic, isRetained, payload }: Received): Uint8Array {
  return envelopedPayload({ topic, retain: isRetained }, payload);
}

const kind = defineSource({
  type: 'weir.Mqtt',
  description: 'Messages of MQTT topics',
  fields: z => ({
    ...brokerFields(z),
    topics: z
      .array(z.string().min(1))
      .min(1)
      .meta({ description: 'Topic filters, such as sensors/+/temperature' }),
    qos: z
      .union([z.literal(0), z.literal(1)])
      .default(1)
      .meta({
        description: 'At 1, messages are not lost; at 0, those sent while the source is not connected are',
      }),
    clientId: z.string().min(1).meta({
      description: 'Name of the session at the broker. No other client may have it',
    }),
    envelope: z.boolean().default(false).meta({
      description: 'Whether a record is {"topic": ..., "retain": ..., "payload": ...}, for payloads in JSON',
    }),
  }),
  secrets: ['password'],

  check(definition, { outgoing }) {
    mqttAddress(definition, 'ingest.invalid', outgoing);
    return Promise.resolve();
  },

  open(definition, context) {
    const address = mqttAddress(definition, 'ingest.invalid', context.outgoing);
    return new MqttSource(definition, address, context);
  },
});

export const mqttSource: AnySourceKind = kind;
