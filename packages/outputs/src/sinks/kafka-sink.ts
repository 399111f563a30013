/**
 * One Kafka record per result, in order. Its key is the id of the result: a match and its cancellation are in one
 * partition, one after the other, and whoever reads can leave out what comes twice. A batch is written by an idempotent
 * producer and acknowledged by all replicas. After trouble there is a new producer; what the old one may have written
 * comes again.
 */
import type { Producer } from '@platformatic/kafka';
import {
  isKafkaRefusal,
  type KafkaConnection,
  kafkaConnection,
  kafkaErrorIs,
  kafkaReason,
} from '@weir/connectors';
import type { StandingOutput } from '@weir/contract';
import type { WriteToKafkaOutput } from '@weir/definitions';
import { Backoff } from './backoff.js';
import { BaseSink } from './base-sink.js';
import { resultText } from './result-json.js';
import {
  type DeliveryFailure,
  type DeliveryReport,
  failuresOf,
  reportOf,
  type SinkSupports,
} from './result-sink.js';
import type { SinkContext } from './sink-context.js';

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;
/** The result itself is at fault. */
const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD'];

type Outcome =
  { readonly reason: string; readonly isRefused: boolean; readonly isTooLarge: boolean } | undefined;

export class KafkaSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private readonly closing = new AbortController();
  private connection: KafkaConnection | undefined;
  private producer: Producer | undefined;

  constructor(
    private readonly definition: WriteToKafkaOutput,
    private readonly context: SinkContext,
  ) {
    super();
  }

  protected async openSink(): Promise<void> {
    const { environment, outgoing } = this.context;
    const world = { clock: environment.clock, outgoing };
    this.connection = await kafkaConnection(this.definition, 'producer', 'output.invalid', world);
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const outcome = await this.write(results);
    if (outcome === undefined) return reportOf(results.length, []);
    if (!outcome.isTooLarge || results.length === 1)
      return reportOf(results.length, this.failures(results, outcome));
    // One of them may be at fault, and the others are not to suffer for it.
    const failures: DeliveryFailure[] = [];
    for (const result of results) {
      const own = await this.write([result]);
      if (own !== undefined) failures.push(...this.failures([result], own));
    }
    return reportOf(results.length, failures);
  }

  protected async closeSink(): Promise<void> {
    this.closing.abort();
    await this.letGo();
  }

  private failures(
    results: readonly StandingOutput[],
    { reason, isRefused, isTooLarge }: NonNullable<Outcome>,
  ) {
    return failuresOf(results, `Kafka, topic ${this.definition.topic}: ${reason}`, !isRefused && !isTooLarge);
  }

  /** @returns `undefined` when all of them arrived. Tries again what may pass. */
  private async write(results: readonly StandingOutput[]): Promise<Outcome> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.context.environment.scheduler, signal);
    let outcome: Outcome = { reason: 'closed before it was sent', isRefused: false, isTooLarge: false };
    for (let tries = 1; !signal.aborted; tries++) {
      outcome = await Promise.race([this.writeOnce(results), whenAborted(signal, outcome)]);
      if (outcome === undefined || outcome.isRefused || outcome.isTooLarge || tries === TRIES) break;
      await backoff.pause();
    }
    return outcome;
  }

  private async writeOnce(results: readonly StandingOutput[]): Promise<Outcome> {
    const { topic, structure } = this.definition;
    const { acks, compression } = this.connection!.properties;
    try {
      this.producer ??= await this.connect();
      await this.producer.send({
        messages: results.map(result => ({
          topic,
          key: Buffer.from(result.resultId),
          value: Buffer.from(`${resultText(result, structure)}\n`),
        })),
        ...(compression === undefined ? {} : { compression: compression as 'gzip' }),
        ...(acks === undefined || acks === 'all' ? {} : { acks: Number(acks) }),
      });
      return undefined;
    } catch (error) {
      await this.letGo();
      return {
        reason: kafkaReason(error),
        isRefused: isKafkaRefusal(error),
        isTooLarge: TOO_LARGE.some(id => kafkaErrorIs(error, id)),
      };
    }
  }

  private async connect(): Promise<Producer> {
    const { Producer } = await import('@platformatic/kafka');
    const { base, properties, checkBrokers } = this.connection!;
    const isIdempotent = properties.acks === undefined || properties.acks === 'all';
    const producer = new Producer({ ...base, idempotent: isIdempotent, autocreateTopics: true });
    producer.on('error', (error: Error) => {
      this.context.environment.logger.log('debug', `The connection to Kafka: ${kafkaReason(error)}`);
    });
    try {
      const { brokers } = await producer.metadata({ topics: [] });
      await checkBrokers(brokers.values());
    } catch (error) {
      await this.letGo(producer);
      throw error;
    }
    return producer;
  }

  private async letGo(producer = this.producer): Promise<void> {
    this.producer = undefined;
    try {
      await producer?.close();
    } catch (error) {
      const reason = kafkaReason(error);
      this.context.environment.logger.log('debug', `A connection to Kafka did not end well: ${reason}`);
    }
  }
}

function whenAborted<T>(signal: AbortSignal, value: T): Promise<T> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(value);
    else signal.addEventListener('abort', () => resolve(value), { once: true });
  });
}
