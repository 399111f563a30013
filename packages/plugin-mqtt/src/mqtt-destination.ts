/** Publishes each message, at QoS 1 until the broker has acknowledged it. */
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
import mqtt from 'mqtt';
import {
  accepted,
  brokerFields,
  clientOptions,
  isMqttRefusal,
  mqttAddress,
  type MqttBroker,
} from './mqtt-connection.js';

interface MqttDefinition extends MqttBroker {
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
}

interface Publisher {
  readonly client: InstanceType<typeof mqtt.MqttClient>;
  /** Rejects when the connection is lost. */
  readonly lost: Promise<never>;
}

const INVALID_TOPIC = 'The topic is empty or has a wildcard';

class MqttDestination implements Destination {
  private publisher: Promise<Publisher> | undefined;

  constructor(
    private readonly definition: MqttDefinition,
    private readonly address: ServerAddress,
    private readonly context: DestinationContext,
  ) {
    context.signal.addEventListener('abort', () => void this.end(true), { once: true });
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    let publisher: Publisher;
    try {
      publisher = await this.connected();
    } catch (error) {
      return messages.map(message => this.unwritten(message, error));
    }
    const outcomes = await Promise.all(
      messages.map(message =>
        this.publish(publisher, message).then(
          () => undefined,
          (error: unknown) => this.unwritten(message, error),
        ),
      ),
    );
    return outcomes.filter(outcome => outcome !== undefined);
  }

  close(): Promise<void> {
    return this.end(false);
  }

  /** @param isForced does not wait for the broker. */
  private async end(isForced: boolean): Promise<void> {
    const publisher = await this.publisher?.catch(() => undefined);
    this.publisher = undefined;
    await publisher?.client.endAsync(isForced);
  }

  private connected(): Promise<Publisher> {
    if (this.publisher !== undefined) return this.publisher;
    const opening = this.open(() => {
      if (this.publisher === opening) this.publisher = undefined;
    });
    return (this.publisher = opening);
  }

  /** @param forget called when there is no connection, or no longer. */
  private async open(forget: () => void): Promise<Publisher> {
    const clientId = `weir-${this.context.environment.random.uuid()}`;
    const options = clientOptions(this.definition, clientId, true);
    const client = new mqtt.MqttClient(() => this.address.connect(), options);
    let lose: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => (lose = reject));
    lost.catch(() => undefined);
    try {
      await accepted(client, error => {
        forget();
        lose(error);
        client.end(true);
      });
      return { client, lost };
    } catch (error) {
      forget();
      throw error;
    }
  }

  private async publish({ client, lost }: Publisher, message: Message): Promise<void> {
    const { qos, retain } = this.definition;
    const topic = this.topicOf(message);
    if (topic === '' || /[+#]/.test(topic)) throw new Error(INVALID_TOPIC);
    const { buffer, byteOffset, byteLength } = message.data;
    const payload = Buffer.from(buffer, byteOffset, byteLength);
    await Promise.race([client.publishAsync(topic, payload, { qos, retain }), lost]);
  }

  /** A value is one level of the topic. */
  private topicOf(message: Message): string {
    const scope = messageScope(message, this.context.origin);
    return filledText(this.definition.topic, scope, text => text.replace(/[/+#\0]/g, '_'));
  }

  private unwritten(message: Message, error: unknown): Unwritten {
    const why = (error as Error).message;
    const mayPass = !isMqttRefusal(error) && why !== INVALID_TOPIC;
    return { message, reason: `MQTT at ${this.address.text}: ${why}`, mayPass };
  }
}

const kind = defineDestination({
  type: 'weir.Mqtt',
  description: 'Publishes results to MQTT topics',
  fields: z => ({
    ...brokerFields(z),
    topic: z.string().min(1).meta({ description: 'Topic, with placeholders such as {{data.user}}' }),
    qos: z
      .union([z.literal(0), z.literal(1), z.literal(2)])
      .default(1)
      .meta({ description: 'From 1 on, results count as delivered when the broker has acknowledged them' }),
    retain: z.boolean().default(false).meta({
      description: 'Whether the broker keeps the last message of each topic for new subscribers',
    }),
  }),
  secrets: ['password'],

  open(definition, context) {
    const address = mqttAddress(definition, 'output.invalid', context.outgoing);
    return new MqttDestination(definition, address, context);
  },
});

export const mqttDestination: AnyDestinationKind = kind;
