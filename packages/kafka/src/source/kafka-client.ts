/**
 * The source's requests to a cluster, over two connections of the client: one for the group membership with its
 * heartbeats and commits, the other for fetching records. The session decides how to use the responses.
 */
import type { Consumer, ConsumerGroupJoinPayload } from '@platformatic/kafka';
import type { KafkaConnection } from '../connection/kafka-connection.js';
import { kafkaErrorIs, kafkaReason, kafkaResponseOf } from '../connection/kafka-problem.js';
import type { Logger } from '@weir/platform';
import { useBoundedDecompression } from './kafka-compression.js';
import type { TopicPartition } from './kafka-positions.js';

export interface FetchedBatch extends TopicPartition {
  /** Empty for transaction markers, and if all records were removed. */
  readonly records: readonly { readonly offset: bigint; readonly value: Uint8Array | null }[];
  /** Offset after the batch. */
  readonly next: bigint;
}

export interface Fetched {
  readonly batches: readonly FetchedBatch[];
  readonly ends: readonly (TopicPartition & { readonly offset: bigint })[];
  /** Partitions that do not have the requested offset and will not have it soon. */
  readonly outside: readonly TopicPartition[];
}

interface FetchFailures {
  readonly responses: readonly {
    readonly topicId: string;
    readonly partitions: readonly { readonly partitionIndex: number; readonly errorCode: number }[];
  }[];
}

export interface KafkaClientOptions {
  readonly connection: KafkaConnection;
  readonly groupId: string;
  readonly topics: readonly string[];
  /** `undefined`: the group decides. */
  readonly assigned: readonly TopicPartition[] | undefined;
  /** Earlier member id in the group, if any. */
  readonly member: string | undefined;
  readonly logger: Logger;
}

const SESSION_MILLIS = 15_000;
const REBALANCE_MILLIS = 20_000;
const HEARTBEAT_MILLIS = 3_000;
const FETCH_WAIT_MILLIS = 500;
const FETCH_BYTES = 8 * 1024 * 1024;
const PARTITION_BYTES = 1024 * 1024;
/** Attribute bit of a batch that marks the end of a transaction. */
const CONTROL = 0x20;

export class KafkaClient {
  private constructor(
    private readonly group: Consumer,
    private readonly reader: Consumer,
    private readonly options: KafkaClientOptions,
  ) {}

  /** Does not connect yet. */
  static async make(options: KafkaClientOptions): Promise<KafkaClient> {
    const { Consumer } = await import('@platformatic/kafka');
    await useBoundedDecompression();
    const { base, properties } = options.connection;
    const { numbers, groupInstanceId, readsCommitted } = properties;
    const sessionTimeout = numbers.get('session.timeout.ms') ?? SESSION_MILLIS;
    const common = {
      ...base,
      groupId: options.groupId,
      sessionTimeout,
      rebalanceTimeout: Math.max(sessionTimeout, numbers.get('max.poll.interval.ms') ?? REBALANCE_MILLIS),
      heartbeatInterval:
        numbers.get('heartbeat.interval.ms') ?? Math.min(HEARTBEAT_MILLIS, Math.ceil(sessionTimeout / 3)),
      minBytes: numbers.get('fetch.min.bytes') ?? 1,
      maxWaitTime: numbers.get('fetch.max.wait.ms') ?? FETCH_WAIT_MILLIS,
      isolationLevel: readsCommitted ? 1 : 0,
      ...(groupInstanceId === undefined ? {} : { groupInstanceId }),
    };
    const group = new Consumer(common);
    if (options.assigned !== undefined) {
      // The broker interprets this as a commit without membership.
      group.generationId = -1;
      group.memberId = '';
    } else if (options.member !== undefined) group.memberId = options.member;
    return new KafkaClient(group, new Consumer(common), options);
  }

  /** Member id in the group, while the client is a member. */
  get member(): string | undefined {
    return this.group.memberId || undefined;
  }

  /**
   * Joins the group and stays a member.
   * @param joined called for each assignment from now on, also before this returns.
   * @param lost called when the membership has ended.
   */
  async join(
    joined: (partitions: readonly TopicPartition[]) => void,
    lost: (error: Error) => void,
  ): Promise<void> {
    const { group, reader } = this;
    const { topics, assigned } = this.options;
    for (const client of [group, reader]) {
      for (const topic of topics) client.topics.track(topic);
      client.on('error', (error: Error) => lost(error));
    }
    const { brokers } = await reader.metadata({ topics: [...topics] });
    await this.options.connection.checkBrokers(brokers.values());
    if (assigned !== undefined) {
      joined(assigned);
      return;
    }
    group.on('consumer:group:join', ({ assignments = [] }: ConsumerGroupJoinPayload) =>
      joined(
        assignments.flatMap(({ topic, partitions }) => partitions.map(partition => ({ topic, partition }))),
      ),
    );
    await group.joinGroup({});
  }

  /** Returns the committed offsets of those partitions that have one. */
  async committed(partitions: readonly TopicPartition[]): Promise<Map<TopicPartition, bigint>> {
    const topics = byTopic(partitions);
    const found = await this.group.listCommittedOffsets({
      topics: [...topics].map(([topic, those]) => ({ topic, partitions: those.map(each => each.partition) })),
    });
    const committed = new Map<TopicPartition, bigint>();
    for (const each of partitions) {
      const offset = found.get(each.topic)?.[each.partition];
      if (offset !== undefined && offset >= 0n) committed.set(each, offset);
    }
    return committed;
  }

  /** Returns the first available offset, or the offset of the next record. */
  async bounds(
    partitions: readonly TopicPartition[],
    which: 'first' | 'end',
  ): Promise<Map<TopicPartition, bigint>> {
    const topics = byTopic(partitions);
    const found = await this.reader.listOffsets({
      topics: [...topics.keys()],
      partitions: Object.fromEntries(
        [...topics].map(([topic, those]) => [topic, those.map(each => each.partition)]),
      ),
      timestamp: which === 'first' ? -2n : -1n,
    });
    return new Map(partitions.map(each => [each, found.get(each.topic)?.[each.partition] ?? 0n]));
  }

  /** Returns the partitions by their current leader. */
  async leaders(partitions: readonly TopicPartition[]): Promise<Map<number, TopicPartition[]>> {
    const metadata = await this.reader.metadata({ topics: [...byTopic(partitions).keys()] });
    const leaders = new Map<number, TopicPartition[]>();
    for (const each of partitions) {
      const leader = metadata.topics.get(each.topic)?.partitions[each.partition]?.leader;
      if (leader === undefined) throw new Error(`Topic ${each.topic} has no partition ${each.partition}`);
      const led = leaders.get(leader);
      if (led === undefined) leaders.set(leader, [each]);
      else led.push(each);
    }
    return leaders;
  }

  /** Maximum bytes of one fetch from a broker. */
  get fetchBytes(): number {
    return this.options.connection.properties.numbers.get('fetch.max.bytes') ?? FETCH_BYTES;
  }

  /**
   * Waits briefly for records.
   * @param wanted in order of preference, if not all of it fits in the response.
   * @param maxBytes is exceeded by one batch if necessary.
   */
  async fetch(
    leader: number,
    wanted: readonly (TopicPartition & { readonly offset: bigint })[],
    maxBytes: number,
  ): Promise<Fetched> {
    const metadata = await this.reader.metadata({ topics: [...byTopic(wanted).keys()] });
    const names = new Map<string, string>();
    const { numbers } = this.options.connection.properties;
    const partitionMaxBytes = Math.min(maxBytes, numbers.get('max.partition.fetch.bytes') ?? PARTITION_BYTES);
    const topics = [...byTopic(wanted)].map(([topic, partitions]) => {
      const topicId = metadata.topics.get(topic)!.id;
      names.set(topicId, topic);
      return {
        topicId,
        partitions: partitions.map(({ partition, offset }) => ({
          partition,
          fetchOffset: offset,
          partitionMaxBytes,
          currentLeaderEpoch: -1,
          lastFetchedEpoch: -1,
        })),
      };
    });
    let response: Awaited<ReturnType<Consumer['fetch']>>;
    try {
      response = await this.reader.fetch({ node: leader, topics, maxBytes });
    } catch (error) {
      if (!kafkaErrorIs(error, 'OFFSET_OUT_OF_RANGE')) throw error;
      return { batches: [], ends: [], outside: outsideOf(kafkaResponseOf(error) as FetchFailures, names) };
    }
    const { responses } = response;
    const batches: FetchedBatch[] = [];
    const ends: (TopicPartition & { offset: bigint })[] = [];
    for (const { topicId, partitions } of responses) {
      const topic = names.get(topicId)!;
      for (const { partitionIndex: partition, records: found = [], highWatermark } of partitions) {
        ends.push({ topic, partition, offset: highWatermark });
        for (const { attributes, firstOffset, lastOffsetDelta, records } of found) {
          const next = firstOffset + BigInt(lastOffsetDelta) + 1n;
          const isControl = (attributes & CONTROL) !== 0;
          const values = records.map(({ offsetDelta, value }) => ({
            offset: firstOffset + BigInt(offsetDelta),
            value,
          }));
          batches.push({ topic, partition, next, records: isControl ? [] : values });
        }
      }
    }
    return { batches, ends, outside: [] };
  }

  async commit(offsets: readonly (TopicPartition & { readonly offset: bigint })[]): Promise<void> {
    await this.group.commit({ offsets: offsets.map(each => ({ ...each, leaderEpoch: -1 })) });
  }

  /** @param group `stay` keeps the membership for a later connection, `leave` ends it. Never rejects. */
  async close(group: 'stay' | 'leave'): Promise<void> {
    if (group === 'stay') this.group.memberId = null;
    const closed = [this.reader, this.group].map(async client => {
      try {
        await client.close();
      } catch (error) {
        this.options.logger.log(
          'debug',
          `Could not close a connection to Kafka cleanly: ${kafkaReason(error)}`,
        );
      }
    });
    await Promise.all(closed);
  }
}

const OFFSET_OUT_OF_RANGE = 1;

function outsideOf({ responses }: FetchFailures, names: ReadonlyMap<string, string>): TopicPartition[] {
  return responses.flatMap(({ topicId, partitions }) =>
    partitions
      .filter(({ errorCode }) => errorCode === OFFSET_OUT_OF_RANGE)
      .map(({ partitionIndex: partition }) => ({ topic: names.get(topicId)!, partition })),
  );
}

function byTopic<T extends TopicPartition>(partitions: readonly T[]): Map<string, T[]> {
  const topics = new Map<string, T[]>();
  for (const each of partitions) {
    const those = topics.get(each.topic);
    if (those === undefined) topics.set(each.topic, [each]);
    else those.push(each);
  }
  return topics;
}
