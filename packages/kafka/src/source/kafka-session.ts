/**
 * One connection of a source to its cluster, from joining the group until an error: the partitions it owns, the fetch
 * offset of each, and records that were fetched and not yet consumed. At most one fetch per broker is in flight, and
 * none while fetched records are waiting.
 */
import { type Logger, WeirError } from '@weir/platform';
import type { Fetched, FetchedBatch, KafkaClient } from './kafka-client.js';
import { isTooMuchAtOnce } from './kafka-compression.js';
import { keyOf, KafkaPositions, type TopicPartition } from './kafka-positions.js';

/**
 * After a response that was too large, the next request is smaller by this factor; after each other response it is
 * doubled.
 */
const LESS = 8;
const MORE = 2;

export interface SessionOptions {
  readonly client: Pick<KafkaClient, 'join' | 'committed' | 'bounds' | 'leaders' | 'fetch' | 'fetchBytes'>;
  readonly autoOffsetReset: 'LATEST' | 'EARLIEST' | 'NONE';
  /**
   * Offsets of the owned partitions: they take precedence over those committed in the group. Updated when the group
   * reassigns partitions.
   */
  readonly positions: KafkaPositions;
  /** Last offsets of partitions that it no longer owns. */
  readonly past: KafkaPositions;
  /** Last offset to read. */
  readonly endingOffset: bigint | undefined;
  /** Called when partitions are assigned, with the start offsets of partitions that are new to this source. */
  readonly adopted: (starts: ReadonlyMap<TopicPartition, bigint>) => void;
  readonly logger: Logger;
}

export class KafkaSession {
  /** Next offset to fetch of each owned partition. */
  private fetchAt = new KafkaPositions();
  private partitions: readonly TopicPartition[] = [];
  private owned: ReadonlySet<string> = new Set();
  /** Newly assigned; start offsets are not yet known. */
  private assignment: readonly TopicPartition[] | undefined;
  /** Incremented when an assignment is outdated: results of earlier ones are discarded. */
  private generation = 0;
  private waiting: FetchedBatch[] = [];
  private readonly ends = new Map<string, bigint>();
  private readonly fetching = new Map<number, Promise<void>>();
  /** Keyed by broker, while it is less than the default. */
  private readonly fetchBytes = new Map<number, number>();
  private fetches = 0;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;

  constructor(private readonly options: SessionOptions) {}

  async open(): Promise<void> {
    await this.options.client.join(
      partitions => {
        this.assignment = partitions;
        this.generation++;
        this.wake();
      },
      error => this.fail(error),
    );
  }

  owns(partition: TopicPartition): boolean {
    return this.owned.has(keyOf(partition));
  }

  /** Number of records in the brokers beyond these positions. `undefined`: not known yet. */
  lagBehind(positions: KafkaPositions): number | undefined {
    if (this.ends.size < this.partitions.length) return undefined;
    let lag = 0;
    for (const each of this.partitions) {
      const at = positions.get(each) ?? this.fetchAt.get(each);
      const end = this.ends.get(keyOf(each));
      if (at === undefined || end === undefined) return undefined;
      if (end > at) lag += Number(end - at);
    }
    return lag;
  }

  /** Queries the end offsets of the partitions. */
  async readEnds(): Promise<void> {
    const ends = await this.options.client.bounds(this.partitions, 'end');
    for (const [each, offset] of ends) this.ends.set(keyOf(each), offset);
  }

  /**
   * Returns batches in order of their offsets, at least one. `undefined`: all partitions are read up to the last
   * requested offset. Rejects when the connection has become unusable.
   */
  async take(): Promise<readonly FetchedBatch[] | undefined> {
    for (;;) {
      if (this.failure !== undefined) throw this.failure.error;
      if (this.assignment !== undefined) await this.adopt(this.assignment);
      else if (this.waiting.length > 0) {
        const taken = this.waiting.filter(each => this.owns(each));
        this.waiting = [];
        if (taken.length > 0) return taken;
      } else {
        const open = this.partitions.filter(each => !this.isDone(each));
        if (open.length === 0 && this.partitions.length > 0) return undefined;
        await this.fetchFrom(open);
      }
    }
  }

  /** Ends pending calls of `take`. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.wake();
  }

  private isWanted(offset: bigint, from: bigint): boolean {
    const { endingOffset } = this.options;
    return offset >= from && (endingOffset === undefined || offset <= endingOffset);
  }

  private isDone(partition: TopicPartition): boolean {
    const { endingOffset } = this.options;
    return endingOffset !== undefined && this.fetchAt.get(partition)! > endingOffset;
  }

  private async adopt(partitions: readonly TopicPartition[]): Promise<void> {
    const { positions, past, adopted, logger } = this.options;
    const { generation } = this;
    const fetchAt = new KafkaPositions();
    const unknown: TopicPartition[] = [];
    for (const each of partitions) {
      const at = (this.owns(each) ? this.fetchAt.get(each) : undefined) ?? positions.get(each);
      if (at === undefined) unknown.push(each);
      else fetchAt.set(each, at);
    }
    const starts = await this.startsOf(unknown);
    // Another assignment may have arrived meanwhile.
    if (generation !== this.generation) return;
    for (const [each, at] of starts) {
      fetchAt.set(each, at);
      positions.set(each, at);
    }
    this.assignment = undefined;
    this.partitions = partitions;
    this.owned = new Set(partitions.map(keyOf));
    this.fetchAt = fetchAt;
    this.ends.clear();
    for (const each of [...positions.entries()]) {
      if (this.owns(each)) continue;
      past.set(each, each.offset);
      positions.delete(each);
    }
    adopted(starts);
    logger.log(
      'debug',
      `Reads ${partitions.length} partitions of Kafka, from ${JSON.stringify(fetchAt.plain())}`,
    );
  }

  /**
   * Returns the committed offset or this source's own last one, whichever is later; partitions with neither start by
   * the reset policy.
   */
  private async startsOf(partitions: readonly TopicPartition[]): Promise<Map<TopicPartition, bigint>> {
    const { client, past } = this.options;
    if (partitions.length === 0) return new Map();
    const reset: TopicPartition[] = [];
    const starts = await client.committed(partitions);
    for (const each of partitions) {
      const committed = starts.get(each);
      const before = past.get(each);
      if (before !== undefined && (committed === undefined || before > committed)) starts.set(each, before);
      else if (committed === undefined) reset.push(each);
    }
    if (reset.length > 0) for (const [each, at] of await this.reset(reset)) starts.set(each, at);
    return starts;
  }

  private async reset(partitions: readonly TopicPartition[]): Promise<Map<TopicPartition, bigint>> {
    const { autoOffsetReset, client } = this.options;
    if (autoOffsetReset === 'NONE') {
      const { topic, partition } = partitions[0]!;
      throw new WeirError(
        'ingest.source-changed',
        `No initial offset for partition ${partition} of topic '${topic}', and autoOffsetReset is 'none'.`,
      );
    }
    return client.bounds(partitions, autoOffsetReset === 'EARLIEST' ? 'first' : 'end');
  }

  private async fetchFrom(partitions: readonly TopicPartition[]): Promise<void> {
    if (partitions.length > 0) {
      for (const [leader, led] of await this.options.client.leaders(partitions)) {
        if (this.fetching.has(leader)) continue;
        const fetched = this.fetch(leader, led)
          .catch((error: unknown) => this.fail(error))
          .finally(() => {
            this.fetching.delete(leader);
            this.wake();
          });
        this.fetching.set(leader, fetched);
      }
    }
    if (this.failure !== undefined || this.assignment !== undefined || this.waiting.length > 0) return;
    await new Promise<void>(resolve => (this.wake = resolve));
  }

  private async fetch(leader: number, partitions: readonly TopicPartition[]): Promise<void> {
    const { generation } = this;
    const fetched = await this.answer(leader, partitions);
    if (fetched === undefined) return;
    const { batches, ends, outside } = fetched;
    if (generation !== this.generation) return;
    for (const { offset, ...each } of ends) this.ends.set(keyOf(each), offset);
    for (const batch of batches) {
      const at = this.fetchAt.get(batch)!;
      if (batch.next <= at) continue;
      this.fetchAt.set(batch, batch.next);
      // A broker starts with the batch that contains the offset, and does not know the ending offset.
      this.waiting.push({
        ...batch,
        records: batch.records.filter(({ offset }) => this.isWanted(offset, at)),
      });
    }
    if (outside.length > 0) await this.continueElsewhere(outside);
  }

  /** `undefined`: the response was too large, and the next one will be smaller. */
  private async answer(leader: number, partitions: readonly TopicPartition[]): Promise<Fetched | undefined> {
    const { client, logger } = this.options;
    const most = this.fetchBytes.get(leader) ?? client.fetchBytes;
    // Rotates the order; otherwise the first partitions would always be read before the others.
    const first = this.fetches++ % partitions.length;
    const inTurn = [...partitions.slice(first), ...partitions.slice(0, first)];
    const wanted = inTurn.map(each => ({ ...each, offset: this.fetchAt.get(each)! }));
    try {
      const fetched = await client.fetch(leader, wanted, most);
      if (most * MORE < client.fetchBytes) this.fetchBytes.set(leader, most * MORE);
      else this.fetchBytes.delete(leader);
      return fetched;
    } catch (error) {
      if (most === 1 || !isTooMuchAtOnce(error)) throw error;
      logger.log(
        'debug',
        `The response of Kafka broker ${leader} is too large when decompressed; requesting less.`,
      );
      this.fetchBytes.set(leader, Math.max(1, Math.floor(most / LESS)));
      return undefined;
    }
  }

  private async continueElsewhere(partitions: readonly TopicPartition[]): Promise<void> {
    for (const [each, at] of await this.reset(partitions)) {
      const { topic, partition } = each;
      const lost = `record ${this.fetchAt.get(each)} of partition ${partition} of topic '${topic}'`;
      this.options.logger.log(
        'warn',
        `Kafka no longer has, or does not have yet, ${lost}; continuing at ${at}.`,
      );
      this.fetchAt.set(each, at);
    }
  }
}
