/**
 * Writes messages to a Kafka topic, in order. The key is the message's id: a match and its retraction are in the same
 * partition, in order, and consumers can drop duplicates. An idempotent producer writes each request, and all replicas
 * acknowledge it, each partition separately: if some partitions succeeded, only the others have failed. After an error
 * a new producer is created; messages that the old one may have written without an acknowledgement are sent again.
 */
import type { Producer } from '@platformatic/kafka';
import type { Destination, DestinationContext, Message, Unwritten } from '@weir/plugins';
import { arrivedPartitions } from '../connection/arrived-partitions.js';
import { isKafkaRefusal, kafkaErrorIs, kafkaReason } from '../connection/kafka-problem.js';
import { type KafkaConnection, kafkaConnection, type KafkaTarget } from '../connection/kafka-connection.js';
import { murmur2 } from '@weir/model';

interface KafkaProblem {
  readonly reason: string;
  /** The cluster rejected the login or the operation. */
  readonly isRefused: boolean;
  /** One of the messages is too large. */
  readonly isTooLarge: boolean;
}

interface FailedRequest {
  /** Messages that did not arrive, or may not have. */
  readonly left: readonly Message[];
  readonly problem: KafkaProblem;
}

type Problems = ReadonlyMap<Message, KafkaProblem>;

/** Approximate size of a request (at most one message more): by default brokers accept a megabyte per partition. */
const REQUEST_BYTES = 512 * 1024;
const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD'];

export class KafkaTopic implements Destination {
  private producer: Producer | undefined;

  private constructor(
    private readonly topic: string,
    private readonly connection: KafkaConnection,
    private readonly context: DestinationContext,
  ) {}

  /** Does not connect yet. @throws WeirError `output.invalid`. */
  static async open(
    target: KafkaTarget & { readonly topic: string },
    context: DestinationContext,
  ): Promise<KafkaTopic> {
    const { environment, outgoing } = context;
    const dependencies = { clock: environment.clock, outgoing };
    const connection = await kafkaConnection(target, 'producer', 'output.invalid', dependencies);
    return new KafkaTopic(target.topic, connection, context);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    const unwritten: Unwritten[] = [];
    let blocking: KafkaProblem | undefined;
    for (const request of requestsOf(messages)) {
      const problems: Problems =
        blocking === undefined ? await this.writeRequest(request) : problemsOf(request, blocking);
      for (const [message, problem] of problems) {
        const { reason, isRefused, isTooLarge } = problem;
        unwritten.push({ message, reason, mayPass: !isRefused && !isTooLarge });
        // Later messages must not overtake a message that may be retried.
        if (!isTooLarge) blocking = problem;
      }
    }
    return unwritten;
  }

  close(): Promise<void> {
    return this.letGo();
  }

  private async writeRequest(messages: readonly Message[]): Promise<Problems> {
    const failed = await this.send(messages);
    if (failed === undefined) return new Map();
    const { left, problem } = failed;
    if (!problem.isTooLarge || left.length === 1) return problemsOf(left, problem);
    // A single message may be the cause, and must not affect the others.
    const problems = new Map<Message, KafkaProblem>();
    let blocking: KafkaProblem | undefined;
    for (const message of left) {
      const alone = blocking ?? (await this.send([message]))?.problem;
      if (alone === undefined) continue;
      problems.set(message, alone);
      if (!alone.isTooLarge) blocking = alone;
    }
    return problems;
  }

  /** @returns `undefined` when all messages arrived. */
  private async send(messages: readonly Message[]): Promise<FailedRequest | undefined> {
    const { topic } = this;
    const { acks, compression } = this.connection.properties;
    const partitions: number[] = [];
    try {
      this.producer ??= await this.connect();
      const count = await partitionCount(this.producer, topic);
      const records = messages.map(({ id, data }) => {
        const key = Buffer.from(id);
        const partition = murmur2(key) % count;
        partitions.push(partition);
        return { topic, key, value: asBuffer(data), partition };
      });
      await this.producer.send({
        messages: records,
        ...(compression === undefined ? {} : { compression: compression as 'gzip' }),
        ...(acks === undefined || acks === 'all' ? {} : { acks: Number(acks) }),
      });
      return undefined;
    } catch (error) {
      await this.letGo();
      const arrived = arrivedPartitions(error, topic);
      const left = messages.filter((_, i) => !arrived.has(partitions[i]!));
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
    const { base, properties, checkBrokers } = this.connection;
    const isIdempotent = properties.acks === undefined || properties.acks === 'all';
    const producer = new Producer({ ...base, idempotent: isIdempotent, autocreateTopics: true });
    producer.on('error', (error: Error) => {
      this.context.environment.logger.log('debug', `Connection to Kafka: ${kafkaReason(error)}`);
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
      this.context.environment.logger.log(
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

function* requestsOf(messages: readonly Message[]): Generator<readonly Message[]> {
  let start = 0;
  let bytes = 0;
  for (let end = 1; end <= messages.length; end++) {
    bytes += messages[end - 1]!.data.length;
    if (bytes < REQUEST_BYTES && end < messages.length) continue;
    yield messages.slice(start, end);
    start = end;
    bytes = 0;
  }
}

function problemsOf(messages: readonly Message[], problem: KafkaProblem): Problems {
  return new Map(messages.map(message => [message, problem]));
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
