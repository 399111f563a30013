/**
 * One connection of a source to its server, until an error: the durable consumer, created if it does not exist, and a
 * few messages that were requested and not yet consumed. While these wait, it makes no further requests.
 */
import type { Consumer, ConsumerInfo, JsMsg, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { NatsServers } from '../connection/nats-connection.js';
import type { NatsSourceDefinition } from '../definition/nats-source.js';
import { isError, WeirError } from '@weir/platform';

export interface SessionOptions {
  readonly servers: NatsServers;
  readonly definition: NatsSourceDefinition;
  /** Absent: an unnamed consumer, which disappears with the session. */
  readonly consumer: string | undefined;
  /** Sequence of the first message for a consumer that is created to replace a deleted one. */
  readonly firstSequence: number | undefined;
  /** Called with each message; `false`: the message is not wanted. */
  readonly arrives: (message: JsMsg) => boolean;
}

/** A message has a reply subject; publishing to it, over any connection, acknowledges the message. */
export type Delivery = JsMsg & { readonly reply: string };

const AT_ONCE = 256;
/** Maximum bytes of waiting messages before requests stop. */
const WAITING_BYTES = 1024 * 1024;
/** Approximate memory per message, besides its data. */
const MESSAGE_BYTES = 256;
const PULL_MILLIS = 30_000;
const CONFIRM_MILLIS = 5_000;
/** Time after which the server deletes an unused unnamed consumer. */
const GONE_MILLIS = 30_000;

export class NatsSession {
  private waiting: Delivery[] = [];
  private waitingBytes = 0;
  private failure: { readonly error: unknown } | undefined;
  private wakeTaker: () => void = () => undefined;
  private wakeReader: () => void = () => undefined;
  /** Number of messages after the last arrived message. */
  private pending = 0;
  private isClosing = false;

  private constructor(
    private readonly connection: NatsConnection,
    private readonly manager: JetStreamManager,
    private info: ConsumerInfo,
    private readonly options: SessionOptions,
  ) {
    this.pending = info.num_pending;
    void connection.closed().then(error => this.fail(error ?? new Error('the connection was closed')));
  }

  static async open(options: SessionOptions): Promise<NatsSession> {
    const { servers, definition } = options;
    const connection = await servers.connect();
    try {
      const { jetstreamManager } = await import('@nats-io/jetstream');
      const { domain } = definition;
      const manager = await jetstreamManager(connection, {
        checkAPI: false,
        timeout: CONFIRM_MILLIS,
        ...(domain === undefined ? {} : { domain }),
      });
      const info = await consumerOf(manager, options);
      const session = new NatsSession(connection, manager, info, options);
      session.read(await manager.jetstream().consumers.get(definition.stream, info.name));
      return session;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Creation time of the consumer: another consumer redelivers other messages. */
  get created(): string {
    return this.info.created;
  }

  /** Sequence up to which everything is acknowledged, as last reported. */
  get floor(): number {
    return this.info.ack_floor.stream_seq;
  }

  /** Number of messages that the server has not delivered yet, or that wait here. */
  get waitingThere(): number {
    return this.pending + this.waiting.length;
  }

  /** The server's acknowledgement timeout. */
  get ackWaitMillis(): number {
    return Number(this.info.config.ack_wait ?? 30e9) / 1e6;
  }

  get untaken(): readonly Delivery[] {
    return this.waiting;
  }

  /** Waits for the first message. Rejects when the connection is lost. */
  async take(maximum: number): Promise<Delivery[]> {
    while (this.waiting.length === 0) {
      if (this.failure !== undefined) throw this.failure.error;
      await new Promise<void>(resolve => (this.wakeTaker = resolve));
    }
    const taken = this.waiting.splice(0, maximum);
    for (const { data } of taken) this.waitingBytes -= data.length + MESSAGE_BYTES;
    this.wakeReader();
    return taken;
  }

  /** @returns when the server has confirmed all of them; rejects if it does not. */
  async acknowledge(replies: readonly string[]): Promise<void> {
    for (const reply of replies.slice(0, -1)) this.connection.publish(reply, '+ACK');
    const last = replies.at(-1);
    if (last !== undefined) await this.connection.request(last, '+ACK', { timeout: CONFIRM_MILLIS });
  }

  /** Asks the server not to redeliver these messages yet. */
  keep(replies: readonly string[]): void {
    if (this.failure !== undefined) return;
    for (const reply of replies) this.connection.publish(reply, '+WPI');
  }

  /** Queries the state of the consumer. */
  async poll(): Promise<void> {
    this.info = await this.manager.consumers.info(this.info.stream_name, this.info.name);
    if (this.waiting.length === 0) this.pending = this.info.num_pending;
  }

  fail(error: unknown): void {
    this.failure ??= { error };
    this.wakeTaker();
    this.wakeReader();
  }

  /** Releases messages that were not consumed, so that others can read them. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.fail(new Error('closed'));
    if (this.connection.isClosed()) return;
    if (this.options.consumer === undefined) {
      const { stream_name: stream, name } = this.info;
      await this.manager.consumers.delete(stream, name).catch(() => undefined);
    } else for (const { reply } of this.waiting) this.connection.publish(reply, '-NAK');
    await this.connection.flush().catch(() => undefined);
    await this.connection.close();
  }

  private read(consumer: Consumer): void {
    const reading = async (): Promise<void> => {
      const messages = await consumer.consume({
        max_messages: AT_ONCE,
        expires: PULL_MILLIS,
        abort_on_missing_resource: true,
      });
      for await (const message of messages) {
        this.arrived(message as Delivery);
        while (this.waitingBytes >= WAITING_BYTES && this.failure === undefined)
          await new Promise<void>(resolve => (this.wakeReader = resolve));
        if (this.failure !== undefined) break;
      }
      throw new Error('the consumer delivers no more messages');
    };
    reading().catch((error: unknown) => this.fail(error));
  }

  private arrived(message: Delivery): void {
    if (this.isClosing) return;
    this.pending = message.info.pending;
    if (!this.options.arrives(message)) return;
    this.waiting.push(message);
    this.waitingBytes += message.data.length + MESSAGE_BYTES;
    this.wakeTaker();
  }
}

/** @throws WeirError `ingest.invalid` for an existing consumer of another type. */
async function consumerOf(manager: JetStreamManager, options: SessionOptions): Promise<ConsumerInfo> {
  const { definition, consumer } = options;
  const { stream } = definition;
  if (consumer === undefined) return addConsumer(manager, options);
  try {
    const info = await manager.consumers.info(stream, consumer);
    const { ack_policy: acknowledging, deliver_subject: pushedTo } = info.config;
    if (pushedTo === undefined && acknowledging === 'explicit') return info;
    throw new WeirError(
      'ingest.invalid',
      `The consumer ${consumer} of ${stream} already exists and is not a pull consumer with explicit acknowledgements. Choose another name.`,
    );
  } catch (error) {
    if (!isNotFound(error, 'consumer')) throw error;
  }
  return addConsumer(manager, options);
}

async function addConsumer(
  manager: JetStreamManager,
  { definition, consumer, firstSequence }: SessionOptions,
): Promise<ConsumerInfo> {
  const { stream, filterSubjects, startSequence, deliverPolicy, ackWait, maxAckPending } = definition;
  const { AckPolicy, DeliverPolicy } = await import('@nats-io/jetstream');
  const policies = {
    ALL: DeliverPolicy.All,
    NEW: DeliverPolicy.New,
    LAST: DeliverPolicy.Last,
    LAST_PER_SUBJECT: DeliverPolicy.LastPerSubject,
  } as const;
  const from = firstSequence ?? (startSequence === undefined ? undefined : Number(startSequence));
  return manager.consumers.add(stream, {
    ...(consumer === undefined ? { inactive_threshold: GONE_MILLIS * 1e6 } : { durable_name: consumer }),
    ack_policy: AckPolicy.Explicit,
    ack_wait: ackWait * 1e6,
    max_ack_pending: maxAckPending,
    ...(from === undefined
      ? { deliver_policy: policies[deliverPolicy] }
      : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from }),
    ...(filterSubjects.length === 0 ? {} : { filter_subjects: [...filterSubjects] }),
  });
}

function isNotFound(error: unknown, what: string): boolean {
  return isError(error) && error.message === `${what} not found`;
}
