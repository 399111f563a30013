/**
 * Writes records to a Kafka topic. A batch is written by an idempotent producer and acknowledged by all replicas. After
 * trouble there is a new producer; what the old one may have written comes again.
 */
import type { Producer } from '@platformatic/kafka';
import {
  isKafkaRefusal,
  type KafkaConnection,
  kafkaConnection,
  kafkaErrorIs,
  kafkaReason,
  type KafkaTarget,
  keyPartition,
} from '@weir/connectors';
import { Backoff, type Environment, type OutgoingPolicy, untilAborted } from '@weir/model';

export interface KafkaWriterWorld {
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger'>;
  readonly outgoing: OutgoingPolicy;
}

export interface KafkaRecord {
  readonly key?: Buffer;
  readonly value: Buffer;
}

export interface KafkaProblem {
  readonly reason: string;
  /** By the cluster, which knows who asks. */
  readonly isRefused: boolean;
  /** One of the records is at fault. */
  readonly isTooLarge: boolean;
}

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;
const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD'];
const CLOSED: KafkaProblem = { reason: 'closed before it was sent', isRefused: false, isTooLarge: false };

export class KafkaWriter {
  private readonly closing = new AbortController();
  private connection: KafkaConnection | undefined;
  private producer: Producer | undefined;

  constructor(
    private readonly target: KafkaTarget & { readonly topic: string },
    private readonly world: KafkaWriterWorld,
  ) {}

  /** Nothing is connected yet. @throws WeirError `output.invalid`. */
  async open(): Promise<void> {
    const { environment, outgoing } = this.world;
    const world = { clock: environment.clock, outgoing };
    this.connection = await kafkaConnection(this.target, 'producer', 'output.invalid', world);
  }

  /** @returns `undefined` when all of them arrived. Tries again what may pass. */
  async write(records: readonly KafkaRecord[]): Promise<KafkaProblem | undefined> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.world.environment.scheduler, signal);
    let problem: KafkaProblem | undefined = CLOSED;
    for (let tries = 1; !signal.aborted; tries++) {
      problem = await untilAborted(this.writeOnce(records), signal, problem);
      if (problem === undefined || problem.isRefused || problem.isTooLarge || tries === TRIES) break;
      await backoff.pause();
    }
    return problem;
  }

  /** A write under way ends soon. */
  abort(): void {
    this.closing.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.letGo();
  }

  private async writeOnce(records: readonly KafkaRecord[]): Promise<KafkaProblem | undefined> {
    const { topic } = this.target;
    const { acks, compression } = this.connection!.properties;
    try {
      this.producer ??= await this.connect();
      await this.producer.send({
        messages: records.map(({ key, value }) => {
          // Without a key the producer takes partitions in turn.
          return key === undefined ? { topic, value } : { topic, key, value, partition: keyPartition(key) };
        }),
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
      this.world.environment.logger.log('debug', `The connection to Kafka: ${kafkaReason(error)}`);
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
      this.world.environment.logger.log('debug', `A connection to Kafka did not end well: ${reason}`);
    }
  }
}
