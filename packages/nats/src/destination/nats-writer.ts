/**
 * Publishes messages to a subject of a JetStream stream. The messages of a batch are published together and
 * acknowledged individually; after an error, unacknowledged messages are published again over another connection.
 */
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isNatsRefusal, natsReason, type NatsServers, natsServers } from '../connection/nats-connection.js';
import type { NatsTarget } from '../definition/nats-target.js';
import { Backoff, type Environment, type OutgoingPolicy } from '@weir/platform';

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;
const ANSWER_MILLIS = 5_000;

export interface NatsMessage {
  /** The stream drops duplicates of this id within its duplicate window; absent: it drops none. */
  readonly id?: string;
  readonly bytes: Uint8Array;
}

export interface NatsProblem {
  readonly reason: string;
  readonly mayPass: boolean;
}

interface NatsWriterDependencies {
  readonly environment: Pick<Environment, 'scheduler' | 'logger'>;
  readonly outgoing: OutgoingPolicy;
}

export class NatsWriter {
  private readonly closing = new AbortController();
  private servers: NatsServers | undefined;
  private connection: NatsConnection | undefined;
  private client: JetStreamClient | undefined;

  constructor(
    private readonly target: NatsTarget & { readonly subject: string },
    private readonly dependencies: NatsWriterDependencies,
  ) {}

  /** @throws WeirError `output.invalid`. */
  async open(): Promise<void> {
    this.servers = await natsServers(this.target, 'output.invalid', this.dependencies.outgoing);
  }

  /** @returns the errors of messages that did not arrive. */
  async write<T extends NatsMessage>(messages: readonly T[]): Promise<Map<T, NatsProblem>> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.dependencies.environment.scheduler, signal);
    const problems = new Map<T, NatsProblem>();
    for (const message of messages)
      problems.set(message, { reason: 'closed before it was sent', mayPass: true });
    let left = messages;
    for (let tries = 1; !signal.aborted && left.length > 0; tries++) {
      const outcomes = await this.publish(left);
      left.forEach((message, i) => {
        const problem = outcomes[i];
        if (problem === undefined) problems.delete(message);
        else problems.set(message, problem);
      });
      left = left.filter(message => problems.get(message)?.mayPass === true);
      if (tries === TRIES || left.length === 0) break;
      await this.letGo();
      await backoff.pause();
    }
    for (const [message, { reason, mayPass }] of problems)
      problems.set(message, { reason: `${this.name}: ${reason}`, mayPass });
    return problems;
  }

  get name(): string {
    return `NATS, subject ${this.target.subject}`;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.letGo();
  }

  /** @returns the error of each message; `undefined`: it is in its stream. */
  private async publish(messages: readonly NatsMessage[]): Promise<(NatsProblem | undefined)[]> {
    try {
      this.client ??= await this.connect();
    } catch (error) {
      const problem = { reason: natsReason(error), mayPass: !isNatsRefusal(error) };
      return messages.map(() => problem);
    }
    const { client, connection, target } = this;
    const longest = connection?.info?.max_payload ?? Infinity;
    return Promise.all(
      messages.map(async ({ id, bytes }): Promise<NatsProblem | undefined> => {
        if (bytes.length > longest) {
          const reason = `${bytes.length} bytes exceed the ${longest} that the server accepts`;
          return { reason, mayPass: false };
        }
        try {
          const named = id === undefined ? {} : { msgID: id };
          await client.publish(target.subject, bytes, { ...named, timeout: ANSWER_MILLIS, retries: 1 });
          return undefined;
        } catch (error) {
          return { reason: natsReason(error), mayPass: true };
        }
      }),
    );
  }

  private async connect(): Promise<JetStreamClient> {
    const connection = await this.servers!.connect();
    this.connection = connection;
    if (this.closing.signal.aborted) await this.letGo();
    const { jetstream } = await import('@nats-io/jetstream');
    const { domain } = this.target;
    return jetstream(connection, domain === undefined ? {} : { domain });
  }

  private async letGo(): Promise<void> {
    const { connection } = this;
    this.connection = this.client = undefined;
    await connection?.close().catch((error: unknown) => {
      this.dependencies.environment.logger.log(
        'debug',
        `Could not close a connection to NATS cleanly: ${natsReason(error)}`,
      );
    });
  }
}
