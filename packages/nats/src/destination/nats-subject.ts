/**
 * Publishes messages to a subject of a JetStream stream. The messages of a batch are published together and
 * acknowledged individually. By its message id, JetStream drops duplicates within the stream's duplicate window: it is
 * the id of the message, marked if it is a retraction. After an error, another connection is opened.
 */
import { createHash } from 'node:crypto';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Destination, DestinationContext, Message, Unwritten } from '@weir/plugins';
import { isNatsRefusal, natsReason, type NatsServers, natsServers } from '../connection/nats-connection.js';
import type { NatsTarget } from '../definition/nats-target.js';

const ANSWER_MILLIS = 5_000;

type Problem = Omit<Unwritten, 'message'>;

export class NatsSubject implements Destination {
  private connection: NatsConnection | undefined;
  private client: JetStreamClient | undefined;
  private readonly messageIds = new WeakMap<Message, string>();

  private constructor(
    private readonly target: NatsTarget & { readonly subject: string },
    private readonly servers: NatsServers,
    private readonly context: DestinationContext,
  ) {}

  /** Does not connect yet. @throws WeirError `output.invalid`. */
  static async open(
    target: NatsTarget & { readonly subject: string },
    context: DestinationContext,
  ): Promise<NatsSubject> {
    return new NatsSubject(target, await natsServers(target, 'output.invalid', context.outgoing), context);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    this.nameMessages(messages);
    const problems = await this.publish(messages);
    const unwritten = messages.flatMap((message, i) => {
      const problem = problems[i];
      return problem === undefined ? [] : [{ message, ...problem }];
    });
    if (unwritten.some(({ mayPass }) => mayPass)) await this.letGo();
    return unwritten;
  }

  close(): Promise<void> {
    return this.letGo();
  }

  /** @returns the error of each message; `undefined`: it is in its stream. */
  private async publish(messages: readonly Message[]): Promise<(Problem | undefined)[]> {
    try {
      this.client ??= await this.connect();
    } catch (error) {
      const problem = { reason: natsReason(error), mayPass: !isNatsRefusal(error) };
      return messages.map(() => problem);
    }
    const { client, connection, target } = this;
    const longest = connection?.info?.max_payload ?? Infinity;
    return Promise.all(
      messages.map(async (message): Promise<Problem | undefined> => {
        const { data } = message;
        if (data.length > longest) {
          const reason = `${data.length} bytes exceed the ${longest} that the server accepts`;
          return { reason, mayPass: false };
        }
        try {
          const msgID = this.messageIds.get(message)!;
          await client.publish(target.subject, data, { msgID, timeout: ANSWER_MILLIS, retries: 1 });
          return undefined;
        } catch (error) {
          return { reason: natsReason(error), mayPass: true };
        }
      }),
    );
  }

  /** Rows that a query created from one result share its id; a hash of their contents distinguishes them. */
  private nameMessages(messages: readonly Message[]): void {
    const counts = new Map<string, number>();
    const plainId = ({ id, isRetraction }: Message): string => (isRetraction ? `${id}-cancelled` : id);
    for (const message of messages) counts.set(plainId(message), (counts.get(plainId(message)) ?? 0) + 1);
    const seen = new Map<string, number>();
    for (const message of messages) {
      if (this.messageIds.has(message)) continue;
      const id = plainId(message);
      if (counts.get(id) === 1) {
        this.messageIds.set(message, id);
        continue;
      }
      const row = `${id}-${createHash('sha256').update(message.data).digest('hex').slice(0, 32)}`;
      const before = seen.get(row) ?? 0;
      seen.set(row, before + 1);
      this.messageIds.set(message, before === 0 ? row : `${row}-${before}`);
    }
  }

  private async connect(): Promise<JetStreamClient> {
    const connection = await this.servers.connect();
    this.connection = connection;
    if (this.context.signal.aborted) await this.letGo();
    const { jetstream } = await import('@nats-io/jetstream');
    const { domain } = this.target;
    return jetstream(connection, domain === undefined ? {} : { domain });
  }

  private async letGo(): Promise<void> {
    const { connection } = this;
    this.connection = this.client = undefined;
    await connection?.close().catch((error: unknown) => {
      this.context.environment.logger.log(
        'debug',
        `Could not close a connection to NATS cleanly: ${natsReason(error)}`,
      );
    });
  }
}
