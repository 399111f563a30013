/**
 * The values of the records of Kafka topics.
 *
 * - The source's own position takes precedence over the group's, so that a restart resumes where the graph is. The
 *   group is notified when records are durable.
 * - It reads only while the stream requests records, and stays a member of the group otherwise.
 */
import { isKafkaRefusal, kafkaReason } from '../connection/kafka-problem.js';
import type { KafkaConnection } from '../connection/kafka-connection.js';
import type { KafkaSourceDefinition } from '../definition/kafka-source.js';
import { type Logger, type Scheduler, untilAborted } from '@weir/platform';
import {
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { ReconnectingSource } from '@weir/plugins/reconnecting';
import { type FetchedBatch, KafkaClient } from './kafka-client.js';
import { kafkaCursor, kafkaCursorOf, KafkaPositions, type TopicPartition } from './kafka-positions.js';
import { KafkaSession } from './kafka-session.js';
import { OffsetCommitter } from './offset-committer.js';

export interface KafkaSourceOptions {
  readonly definition: KafkaSourceDefinition;
  readonly connection: KafkaConnection;
  readonly groupId: string;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

/** Approximate size of a chunk in bytes; at most one record more. */
const CHUNK_BYTES = 1024 * 1024;
const SHORTEST_PAUSE_MILLIS = 200;
const LONGEST_PAUSE_MILLIS = 10_000;

export class KafkaSource extends ReconnectingSource<KafkaSession> {
  readonly supports: SourceSupports;
  private readonly committer: OffsetCommitter | undefined;
  private client: KafkaClient | undefined;
  /** Member id of an earlier connection: as a new member, the source would have to wait for the old one to expire. */
  private member: string | undefined;
  /** Fetched and not yet cut; the first batch from its record `taken` on. */
  private batches: FetchedBatch[] = [];
  private taken = 0;
  /** Offsets of the next record to cut, and of the durable records. */
  private positions = new KafkaPositions();
  private durable = new KafkaPositions();
  private readonly past = new KafkaPositions();
  private cutCount = 0;
  private durableCount = 0;
  private emptyRecords = 0;

  constructor(private readonly options: KafkaSourceOptions) {
    const { definition, connection, scheduler, logger } = options;
    const { numbers } = connection.properties;
    super({
      sender: `Kafka at ${connection.base.bootstrapBrokers.join(',')}`,
      reasonOf: kafkaReason,
      isRefusal: isKafkaRefusal,
      // Fixed partitions are read without joining a group, so a session proves nothing.
      provenBy: 'records',
      pauses: {
        shortest: Math.max(1, numbers.get('reconnect.backoff.ms') ?? SHORTEST_PAUSE_MILLIS),
        longest: numbers.get('reconnect.backoff.max.ms') ?? LONGEST_PAUSE_MILLIS,
      },
      scheduler,
      logger,
    });
    const isFinite = definition.endingOffset !== undefined;
    this.supports = { finite: isFinite, resume: 'exact', acknowledge: true };
    if (definition.offsetCommitting === undefined) return;
    const commit = (offsets: readonly (TopicPartition & { readonly offset: bigint })[]) =>
      this.commit(offsets);
    this.committer = new OffsetCommitter(definition.offsetCommitting, commit, scheduler, logger);
  }

  protected begin(from: ResumePoint | undefined): void {
    this.cutCount = this.durableCount = from?.position ?? 0;
    if (typeof from?.cursor === 'string') {
      const { member, offsets } = kafkaCursorOf(from.cursor);
      this.member = member;
      this.positions = KafkaPositions.of(offsets);
      this.durable = KafkaPositions.of(offsets);
    }
  }

  protected async read(session: KafkaSession, maximum: number): Promise<CutRecords | 'skipped' | undefined> {
    if (this.batches.length === 0) {
      const batches = await session.take();
      if (batches === undefined) return undefined;
      this.batches = [...batches];
    }
    const cut = this.cut(maximum, session);
    if (cut !== undefined) return cut;
    await this.passedOver();
    return 'skipped';
  }

  protected cursor(): string | null {
    const member = this.client?.member;
    return kafkaCursor({ ...(member === undefined ? {} : { member }), offsets: this.positions.plain() });
  }

  protected override async acknowledgeTo(point: ResumePoint): Promise<void> {
    const records = point.position - this.durableCount;
    this.durableCount = point.position;
    // Includes skipped offsets behind the last record.
    this.durable = this.isAllDurable()
      ? this.copyOfPositions()
      : KafkaPositions.of(kafkaCursorOf(point.cursor!).offsets);
    await this.commitSoon(records);
  }

  protected disconnect(): void {
    const { client } = this;
    this.client = undefined;
    this.batches = [];
    this.taken = 0;
    this.member = client?.member ?? this.member;
    void client?.close('stay');
  }

  protected override async leave(session: KafkaSession | undefined): Promise<void> {
    this.committer?.stop();
    session?.fail(new Error('closed'));
    if (this.emptyRecords > 0)
      this.options.logger.log('info', `${this.emptyRecords} Kafka records without a value were skipped.`);
    await this.committer?.flush();
    await this.client?.close('leave');
  }

  /** While records are read, responses report the end offsets. */
  protected override async poll(session: KafkaSession): Promise<void> {
    if (this.isPaused) await session.readEnds();
  }

  protected override measured(): SourceStatus {
    const lag = this.session?.lagBehind(this.durable);
    return lag === undefined ? {} : { lag };
  }

  protected async connect(): Promise<KafkaSession> {
    const { definition, connection, groupId, logger } = this.options;
    const { topics } = definition;
    const assigned = Array.isArray(topics) ? undefined : partitionsOf(topics);
    const names = Array.isArray(topics) ? topics : Object.keys(topics);
    const client = await KafkaClient.make({
      connection,
      groupId,
      topics: names,
      assigned,
      member: this.member,
      logger,
    });
    // Loading the client takes time: nothing would ever close this one.
    if (this.isClosed()) throw new Error('closed');
    this.client = client;
    const { autoOffsetReset, endingOffset } = definition;
    const session = new KafkaSession({
      client,
      autoOffsetReset,
      positions: this.positions,
      past: this.past,
      endingOffset: endingOffset === undefined ? undefined : BigInt(endingOffset),
      adopted: starts => this.adopted(starts),
      logger,
    });
    try {
      // If the source is closed meanwhile, the client is closed too, and the request fails.
      await session.open();
    } catch (error) {
      if (!this.isClosed()) this.disconnect();
      throw error;
    }
    this.attempts.isKnownSender = true;
    return session;
  }

  private adopted(starts: ReadonlyMap<TopicPartition, bigint>): void {
    for (const [each, offset] of starts) this.durable.set(each, offset);
    // Records that became durable without a connection or during a rebalance were not committed; and if the group has
    // no offset, the next owner might start elsewhere.
    void this.commitSoon(0);
    void this.committer?.flush();
  }

  /** Cuts up to `maximum` of the fetched records, and skips records without a value. */
  private cut(maximum: number, session: KafkaSession): CutRecords | undefined {
    const values: Uint8Array[] = [];
    let bytes = 0;
    while (values.length < maximum && bytes < CHUNK_BYTES) {
      const batch = this.batches[0];
      if (batch === undefined) break;
      if (session.owns(batch)) {
        const { records } = batch;
        while (this.taken < records.length && values.length < maximum && bytes < CHUNK_BYTES) {
          const { value } = records[this.taken++]!;
          if (value === null) this.emptyRecords++;
          else {
            values.push(value);
            bytes += value.length;
          }
        }
        const following = records[this.taken];
        this.positions.set(batch, following?.offset ?? this.notBeyond(batch.next));
        if (following !== undefined) continue;
      }
      this.batches.shift();
      this.taken = 0;
    }
    this.cutCount += values.length;
    return values.length === 0 ? undefined : packBytes(values);
  }

  private notBeyond(offset: bigint): bigint {
    const { endingOffset } = this.options.definition;
    if (endingOffset === undefined) return offset;
    const end = BigInt(endingOffset) + 1n;
    return offset < end ? offset : end;
  }

  /** Offsets were skipped without a record: they are durable once all records before them are. */
  private async passedOver(): Promise<void> {
    if (!this.isAllDurable()) return;
    this.durable = this.copyOfPositions();
    await this.commitSoon(0);
  }

  private isAllDurable(): boolean {
    return this.durableCount === this.cutCount;
  }

  private copyOfPositions(): KafkaPositions {
    return KafkaPositions.of(this.positions.plain());
  }

  private async commitSoon(records: number): Promise<void> {
    const { committer, session } = this;
    if (committer === undefined || session === undefined) return;
    const own = [...this.durable.entries()].filter(each => session.owns(each));
    const read = committer.read(own, records);
    await untilAborted(read, this.closingSignal, undefined);
  }

  private async commit(offsets: readonly (TopicPartition & { readonly offset: bigint })[]): Promise<void> {
    const { client, session } = this;
    if (client === undefined || session === undefined) return;
    // The others were assigned to another member since they were read.
    const own = offsets.filter(each => session.owns(each));
    if (own.length > 0) await client.commit(own);
  }
}

function partitionsOf(topics: Readonly<Record<string, readonly number[]>>): TopicPartition[] {
  return Object.entries(topics).flatMap(([topic, partitions]) =>
    [...new Set(partitions)].map(partition => ({ topic, partition })),
  );
}
