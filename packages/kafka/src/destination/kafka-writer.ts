/**
 * Writes records to a Kafka topic. An idempotent producer writes each batch, and all replicas acknowledge it, each
 * partition separately: if some partitions succeeded, only the others are retried. After an error a new producer is
 * created; records that the old one may have written without an acknowledgement are sent again.
 */
import type { Producer } from '@platformatic/kafka';
import { arrivedPartitions } from '../connection/arrived-partitions.js';
import { isKafkaRefusal, kafkaErrorIs, kafkaReason } from '../connection/kafka-problem.js';
import { type KafkaConnection, kafkaConnection, type KafkaTarget } from '../connection/kafka-connection.js';
import { murmur2 } from '@weir/model';
import { Backoff, type Environment, type OutgoingPolicy, untilAborted } from '@weir/platform';

export interface KafkaWriterDependencies {
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger'>;
  readonly outgoing: OutgoingPolicy;
}

export interface KafkaRecord {
  readonly key?: Buffer;
  readonly value: Buffer;
}

export interface KafkaProblem {
  readonly reason: string;
  /** The cluster rejected the login or the operation. */
  readonly isRefused: boolean;
  /** One of the records is too large. */
  readonly isTooLarge: boolean;
}

interface Unwritten {
  /** Indices of the records that did not arrive, or may not have. */
  readonly left: readonly number[];
  readonly problem: KafkaProblem;
}

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;
const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD'];
const CLOSED: KafkaProblem = { reason: 'closed before it was sent', isRefused: false, isTooLarge: false };

export class KafkaWriter {
  private readonly closing = new AbortController();
  private connection: KafkaConnection | undefined;
  private producer: Producer | undefined;
  private turn = 0;

  constructor(
    private readonly target: KafkaTarget & { readonly topic: string },
    private readonly dependencies: KafkaWriterDependencies,
  ) {}

  /** Does not connect yet. @throws WeirError `output.invalid`. */
  async open(): Promise<void> {
    const { environment, outgoing } = this.dependencies;
    const dependencies = { clock: environment.clock, outgoing };
    this.connection = await kafkaConnection(this.target, 'producer', 'output.invalid', dependencies);
  }

  /** Retries transient errors. @returns the errors of records that did not arrive, keyed by their indices. */
  async write(records: readonly KafkaRecord[]): Promise<Map<number, KafkaProblem>> {
    const problems = new Map<number, KafkaProblem>();
    if (records.length === 0) return problems;
    const failed = await this.writePatiently(
      records,
      records.map((_, index) => index),
    );
    if (failed === undefined) return problems;
    const { left, problem } = failed;
    if (!problem.isTooLarge || left.length === 1) {
      for (const index of left) problems.set(index, problem);
      return problems;
    }
    // A single record may be the cause, and must not affect the others.
    let unlucky: KafkaProblem | undefined;
    for (const index of left) {
      // Later records must not overtake a record that may be retried.
      const alone = unlucky ?? (await this.writePatiently(records, [index]))?.problem;
      if (alone === undefined) continue;
      problems.set(index, alone);
      if (!alone.isTooLarge) unlucky = alone;
    }
    return problems;
  }

  /** Ends a write in flight soon. */
  abort(): void {
    this.closing.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.letGo();
  }

  /** @returns `undefined` when all records arrived. */
  private async writePatiently(
    records: readonly KafkaRecord[],
    indexes: readonly number[],
  ): Promise<Unwritten | undefined> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.dependencies.environment.scheduler, signal);
    let failed: Unwritten = { left: indexes, problem: CLOSED };
    for (let tries = 1; !signal.aborted; tries++) {
      const outcome = await untilAborted(this.writeOnce(records, failed.left), signal, failed);
      if (outcome === undefined) return undefined;
      failed = outcome;
      if (failed.problem.isRefused || failed.problem.isTooLarge || tries === TRIES) break;
      await backoff.pause();
    }
    return failed;
  }

  private async writeOnce(
    records: readonly KafkaRecord[],
    indexes: readonly number[],
  ): Promise<Unwritten | undefined> {
    const { topic } = this.target;
    const { acks, compression } = this.connection!.properties;
    const partitions: number[] = [];
    try {
      this.producer ??= await this.connect();
      const count = await partitionCount(this.producer, topic);
      for (const index of indexes) {
        const { key } = records[index]!;
        // Records without a key are distributed round-robin.
        partitions.push((key === undefined ? this.turn++ : murmur2(key)) % count);
      }
      await this.producer.send({
        messages: indexes.map((index, i) => {
          const { key, value } = records[index]!;
          const partition = partitions[i]!;
          // Written out: spreading one object into the other cost 0.7 µs each.
          return key === undefined ? { topic, value, partition } : { topic, key, value, partition };
        }),
        ...(compression === undefined ? {} : { compression: compression as 'gzip' }),
        ...(acks === undefined || acks === 'all' ? {} : { acks: Number(acks) }),
      });
      return undefined;
    } catch (error) {
      await this.letGo();
      const arrived = arrivedPartitions(error, topic);
      const left = indexes.filter((_, i) => !arrived.has(partitions[i]!));
      if (left.length === 0) return undefined;
      const problem = {
        reason: kafkaReason(error),
        isRefused: isKafkaRefusal(error),
        isTooLarge: TOO_LARGE.some(id => kafkaErrorIs(error, id)),
      };
      return { left, problem };
    }
  }

  private async connect(): Promise<Producer> {
    const { Producer } = await import('@platformatic/kafka');
    const { base, properties, checkBrokers } = this.connection!;
    const isIdempotent = properties.acks === undefined || properties.acks === 'all';
    const producer = new Producer({ ...base, idempotent: isIdempotent, autocreateTopics: true });
    producer.on('error', (error: Error) => {
      this.dependencies.environment.logger.log('debug', `Connection to Kafka: ${kafkaReason(error)}`);
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
      this.dependencies.environment.logger.log(
        'debug',
        `Could not close a connection to Kafka cleanly: ${reason}`,
      );
    }
  }
}

/** The client caches the metadata, so this rarely sends a request. */
async function partitionCount(producer: Producer, topic: string): Promise<number> {
  const { topics } = await producer.metadata({ topics: [topic], autocreateTopics: true });
  return topics.get(topic)?.partitionsCount ?? 1;
}
