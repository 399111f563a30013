/**
 * Reads the shards of a stream concurrently: each from its position, one request at a time, and none while the records
 * of its last request are not consumed.
 */
import { awsErrorIs } from '../connection/aws-problem.js';
import type { KinesisStream, ShardPosition } from '../connection/kinesis-stream.js';
import { expectWaiters, type Logger, messageOf, type Scheduler, WeirError } from '@weir/platform';
import type { Attempts } from '@weir/plugins/reconnecting';

export interface ShardBatch {
  readonly shard: string;
  readonly records: readonly { readonly data: Uint8Array; readonly sequenceNumber: string }[];
  /** The shard ends after these records. */
  readonly isLast: boolean;
}

export interface ShardReaderOptions {
  readonly stream: KinesisStream;
  readonly attempts: Attempts;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly closing: AbortSignal;
  /** Maximum number of records per request. */
  readonly limit?: number;
  /** Delay between two requests after an empty one. */
  readonly idleMillis?: number;
}

interface Shard {
  readonly id: string;
  /** Position for the next request without an iterator. */
  position: ShardPosition;
  iterator: string | undefined;
  /** A request is in flight, delayed, or its records are not consumed yet. */
  isBusy: boolean;
  behindMillis: number | undefined;
}

const LIMIT = 1_000;
/** Kinesis allows five requests per second for each shard. */
const LEAST_MILLIS = 200;
const IDLE_MILLIS = 1_000;
/** Maximum concurrent requests over all shards: each may return ten megabytes. */
const REQUESTS = 8;

export class ShardReader {
  private readonly shards = new Map<string, Shard>();
  private readonly arrived: ShardBatch[] = [];
  /** The batch that is being consumed, and how many of its records are. */
  private current: ShardBatch | undefined;
  private taken = 0;
  private requests = 0;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;
  private readonly timers = new Set<() => void>();

  constructor(private readonly options: ShardReaderOptions) {
    options.closing.addEventListener('abort', () => this.stop(), { once: true });
    expectWaiters(options.closing, REQUESTS);
  }

  /** Whether the shard is being read, or was read to its end and not consumed yet. */
  has(id: string): boolean {
    return (
      this.shards.has(id) || this.current?.shard === id || this.arrived.some(({ shard }) => shard === id)
    );
  }

  get count(): number {
    return this.shards.size;
  }

  add(id: string, position: ShardPosition): void {
    if (this.shards.has(id)) return;
    this.shards.set(id, { id, position, iterator: undefined, isBusy: false, behindMillis: undefined });
    this.wake();
  }

  /** Discards records that were read and not consumed. */
  remove(id: string): void {
    this.shards.delete(id);
    if (this.current?.shard === id) this.current = undefined;
    for (let i = this.arrived.length - 1; i >= 0; i--)
      if (this.arrived[i]!.shard === id) this.arrived.splice(i, 1);
    this.wake();
  }

  /** How far the slowest shard is behind its end, if known. */
  get behindMillis(): number | undefined {
    let most: number | undefined;
    for (const { behindMillis } of this.shards.values())
      if (behindMillis !== undefined) most = Math.max(most ?? 0, behindMillis);
    return most;
  }

  /**
   * Waits for records of a shard, at most `maximum`; `undefined` when the source is being closed, or as soon as
   * `isOver`. The end of a shard may arrive without records. @throws WeirError when reading cannot continue.
   */
  async take(maximum: number, isOver: () => boolean): Promise<ShardBatch | undefined> {
    const { closing } = this.options;
    while (!closing.aborted) {
      if (this.current !== undefined) return this.cut(this.current, maximum);
      if (this.failure !== undefined) throw this.failure.error;
      this.current = this.arrived.shift();
      if (this.current !== undefined) {
        const shard = this.shards.get(this.current.shard);
        if (shard !== undefined) this.rest(shard, LEAST_MILLIS);
        this.taken = 0;
        continue;
      }
      if (isOver()) return undefined;
      this.request();
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    return undefined;
  }

  /** Makes a waiting `take` check again. */
  recheck(): void {
    this.wake();
  }

  private cut({ shard, records, isLast }: ShardBatch, maximum: number): ShardBatch {
    const some = records.slice(this.taken, this.taken + maximum);
    this.taken += some.length;
    const isWhole = this.taken === records.length;
    if (isWhole) this.current = undefined;
    return { shard, records: some, isLast: isWhole && isLast };
  }

  private request(): void {
    for (const shard of this.shards.values()) {
      if (this.requests >= REQUESTS) return;
      if (shard.isBusy) continue;
      shard.isBusy = true;
      this.requests++;
      void this.read(shard).finally(() => {
        this.requests--;
        this.wake();
      });
    }
  }

  /** Never rejects. */
  private async read(shard: Shard): Promise<void> {
    const { attempts } = this.options;
    try {
      const isTaken = await this.readOnce(shard);
      attempts.succeeded();
      if (!isTaken) this.rest(shard, this.options.idleMillis ?? IDLE_MILLIS);
    } catch (error) {
      try {
        await this.failed(shard, error);
      } catch (last) {
        this.failure = { error: last };
      }
    }
  }

  /** @returns whether something arrived. */
  private async readOnce(shard: Shard): Promise<boolean> {
    const { stream, closing, limit = LIMIT } = this.options;
    shard.iterator ??= await stream.iterator(shard.id, shard.position, closing);
    const { records, next, behindMillis } = await stream.records(shard.iterator, limit, closing);
    if (this.shards.get(shard.id) !== shard) return true;
    shard.iterator = next;
    shard.behindMillis = behindMillis;
    const last = records.at(-1);
    if (last !== undefined) shard.position = { type: 'after', sequenceNumber: last.sequenceNumber };
    const isLast = next === undefined;
    if (last === undefined && !isLast) return false;
    if (isLast) this.shards.delete(shard.id);
    this.arrived.push({ shard: shard.id, records, isLast });
    return true;
  }

  private async failed(shard: Shard, error: unknown): Promise<void> {
    const { attempts, logger, closing, stream } = this.options;
    if (closing.aborted) return;
    // The next iterator starts after the last record read.
    shard.iterator = undefined;
    if (awsErrorIs(error, 'InvalidArgumentException') && shard.position.type !== 'first') {
      const reason = messageOf(error);
      throw new WeirError(
        'ingest.source-changed',
        `Kinesis stream ${stream.streamName} cannot be resumed in shard ${shard.id}: ${reason}. ` +
          'Delete the ingest stream and create it again to read it as it is now.',
        { cause: error },
      );
    }
    if (awsErrorIs(error, 'ResourceNotFoundException') && (await this.isDeleted(shard.id))) {
      logger.log(
        'warn',
        `Shard ${shard.id} of ${stream.streamName} no longer exists; its unread records are lost.`,
      );
      this.shards.delete(shard.id);
      this.arrived.push({ shard: shard.id, records: [], isLast: true });
      return;
    }
    if (!awsErrorIs(error, 'ExpiredIteratorException')) await attempts.failed(error);
    shard.isBusy = false;
  }

  /** Whether the stream exists and no longer has the shard. */
  private async isDeleted(id: string): Promise<boolean> {
    const { stream, closing } = this.options;
    try {
      return !(await stream.shards(closing)).some(shard => shard.id === id);
    } catch {
      return false;
    }
  }

  /** Delays the next request to the shard. */
  private rest(shard: Shard, millis: number): void {
    const cancel = this.options.scheduler.after(millis, () => {
      this.timers.delete(cancel);
      shard.isBusy = false;
      this.wake();
    });
    this.timers.add(cancel);
  }

  private stop(): void {
    for (const cancel of this.timers) cancel();
    this.timers.clear();
    this.wake();
  }
}
