/**
 * One message per result to a subject that a stream of JetStream has. Its id makes JetStream leave out what comes twice
 * within the stream's window of duplicates: the id of the result, and, for a cancellation, that it is one. A batch is
 * published at once and acknowledged one by one; after trouble what was not acknowledged is published again, over another
 * connection.
 */
import { createHash } from 'node:crypto';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isNatsRefusal, natsReason, type NatsServers, natsServers } from '@weir/connectors';
import type { StandingOutput } from '@weir/contract';
import type { NatsDestination, OutputStructure } from '@weir/definitions';
import { openEncoder, type ResultEncoder } from '../formats/result-encoder.js';
import { Unwritable } from '../formats/unwritable.js';
import { Backoff } from './backoff.js';
import { BaseSink } from './base-sink.js';
import { type DeliveryFailure, type DeliveryReport, reportOf, type SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;
const ANSWER_MILLIS = 5_000;

interface Message {
  readonly result: StandingOutput;
  readonly id: string;
  readonly bytes: Uint8Array;
}

interface Problem {
  readonly reason: string;
  readonly mayPass: boolean;
}

export class NatsSink extends BaseSink {
  readonly supports: SinkSupports = { order: false, retry: true, batch: 256 };
  private readonly closing = new AbortController();
  private servers: NatsServers | undefined;
  private connection: NatsConnection | undefined;
  private client: JetStreamClient | undefined;
  private encoder: ResultEncoder | undefined;

  constructor(
    private readonly definition: NatsDestination,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
  }

  protected async openSink(): Promise<void> {
    this.servers = await natsServers(this.definition, 'output.invalid', this.context.outgoing);
    const { format, subject } = this.definition;
    const { environment, outgoing, readSchema } = this.context;
    const world = { clock: environment.clock, outgoing, readSchema };
    this.encoder = await openEncoder(format, `${subject}-value`, world);
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.context.environment.scheduler, signal);
    const problems = new Map<Message, Problem>();
    const unwritable: DeliveryFailure[] = [];
    let left = this.messagesOf(results, unwritable);
    for (const message of left) problems.set(message, { reason: 'closed before it was sent', mayPass: true });
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
    const { subject } = this.definition;
    const failures = [...problems].map(([{ result }, { reason, mayPass }]): DeliveryFailure => ({
      result,
      reason: `NATS, subject ${subject}: ${reason}`,
      mayPass,
    }));
    return reportOf(results.length, [...unwritable, ...failures]);
  }

  protected async closeSink(): Promise<void> {
    this.closing.abort();
    await this.letGo();
  }

  /** @param unwritable told what the format has no place for. */
  private messagesOf(results: readonly StandingOutput[], unwritable: DeliveryFailure[]): Message[] {
    const { format } = this.definition;
    const written: Message[] = [];
    for (const result of results) {
      const id = result.isPositiveMatch ? result.resultId : `${result.resultId}-cancelled`;
      try {
        const bytes = this.encoder!.encode(result, this.structure);
        // A message has an end without one of lines.
        written.push({ result, id, bytes: format.type === 'JSON' ? bytes.subarray(0, -1) : bytes });
      } catch (error) {
        if (!(error instanceof Unwritable)) throw error;
        unwritable.push({ result, reason: error.message, mayPass: false });
      }
    }
    return named(written);
  }

  /** @returns for each what was wrong with it; `undefined`: it is in its stream. */
  private async publish(messages: readonly Message[]): Promise<(Problem | undefined)[]> {
    try {
      this.client ??= await this.connect();
    } catch (error) {
      const problem = { reason: natsReason(error), mayPass: !isNatsRefusal(error) };
      return messages.map(() => problem);
    }
    const { client, connection, definition } = this;
    const longest = connection?.info?.max_payload ?? Infinity;
    return Promise.all(
      messages.map(async ({ id, bytes }): Promise<Problem | undefined> => {
        if (bytes.length > longest) {
          const reason = `${bytes.length} bytes are more than the ${longest} that the server takes`;
          return { reason, mayPass: false };
        }
        try {
          await client.publish(definition.subject, bytes, { msgID: id, timeout: ANSWER_MILLIS, retries: 1 });
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
    const { domain } = this.definition;
    return jetstream(connection, domain === undefined ? {} : { domain });
  }

  private async letGo(): Promise<void> {
    const { connection } = this;
    this.connection = this.client = undefined;
    await connection?.close().catch((error: unknown) => {
      this.context.environment.logger.log(
        'debug',
        `A connection to NATS did not end well: ${natsReason(error)}`,
      );
    });
  }
}

/** Rows that a query made of one result share its id; what tells them apart is what they say. */
function named(written: readonly Message[]): Message[] {
  const counts = new Map<string, number>();
  for (const { id } of written) counts.set(id, (counts.get(id) ?? 0) + 1);
  const seen = new Map<string, number>();
  return written.map(({ result, id, bytes }) => {
    if (counts.get(id) === 1) return { result, id, bytes };
    const row = `${id}-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
    const before = seen.get(row) ?? 0;
    seen.set(row, before + 1);
    return { result, id: before === 0 ? row : `${row}-${before}`, bytes };
  });
}
