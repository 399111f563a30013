/**
 * Reads shards of a stream side by side: each from its place on, one request at a time, and none while somebody has not
 * taken what the last one brought.
 */
import { awsErrorIs } from '../connection/aws-problem.js';
import type { KinesisStream, ShardPlace } from '../connection/kinesis-stream.js';
import { expectWaiters, type Logger, messageOf, type Scheduler, WeirError } from '@weir/model';
import type { Patience } from './patience.js';

export interface ShardBatch {
  readonly shard: string;
  readonly records: readonly { readonly data: Uint8Array; readonly sequenceNumber: string }[];
  /** Nothing follows in this shard. */
  readonly isLast: boolean;
}

export interface ShardReaderOptions {
  readonly stream: KinesisStream;
  readonly patience: Patience;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly closing: AbortSignal;
  /** Of one request. */
  readonly limit?: number;
  /** Between two requests that bring nothing. */
  readonly idleMillis?: number;
}

interface Shard {
  readonly id: string;
  /** Of the next request that is not told an iterator. */
  place: ShardPlace;
  iterator: string | undefined;
  /** Under way, waiting for its time, or not taken yet. */
  isBusy: boolean;
  behindMillis: number | undefined;
}

const LIMIT = 1_000;
/** Kinesis answers five times a second, for each shard. */
const LEAST_MILLIS = 200;
const IDLE_MILLIS = 1_000;
/** At once, of all shards: each may bring ten megabytes. */
const REQUESTS = 8;

export class ShardReader {
  private readonly shards = new Map<string, Shard>();
  private readonly arrived: ShardBatch[] = [];
  private requests = 0;
  private failure: { readonly error: unknown } | undefined;
  private wake: () => void = () => undefined;
  private readonly timers = new Set<() => void>();

  constructor(private readonly options: ShardReaderOptions) {
    options.closing.addEventListener('abort', () => this.stop(), { once: true });
    expectWaiters(options.closing, REQUESTS);
  }

  /** It is read, or was read to its end and not taken yet. */
  has(id: string): boolean {
    return this.shards.has(id) || this.arrived.some(({ shard }) => shard === id);
  }

  get count(): number {
    return this.shards.size;
  }

  add(id: string, place: ShardPlace): void {
    if (this.shards.has(id)) return;
    this.shards.set(id, { id, place, iterator: undefined, isBusy: false, behindMillis: undefined });
    this.wake();
  }

  /** What was read of it and not taken is forgotten. */
  remove(id: string): void {
    this.shards.delete(id);
    for (let i = this.arrived.length - 1; i >= 0; i--)
      if (this.arrived[i]!.shard === id) this.arrived.splice(i, 1);
    this.wake();
  }

  /** How far behind its end the slowest shard is read, as far as that is known. */
  get behindMillis(): number | undefined {
    let most: number | undefined;
    for (const { behindMillis } of this.shards.values())
      if (behindMillis !== undefined) most = Math.max(most ?? 0, behindMillis);
    return most;
  }

  /** Waits; `undefined` when all is being closed, or as soon as `isOver`. @throws WeirError when there is no going on. */
  async take(isOver: () => boolean): Promise<ShardBatch | undefined> {
    const { closing } = this.options;
    while (!closing.aborted) {
      if (this.failure !== undefined) throw this.failure.error;
      const batch = this.arrived.shift();
      if (batch !== undefined) {
        const shard = this.shards.get(batch.shard);
        if (shard !== undefined) this.rest(shard, LEAST_MILLIS);
        return batch;
      }
      if (isOver()) return undefined;
      this.request();
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    return undefined;
  }

  /** Whoever waits looks again. */
  look(): void {
    this.wake();
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
    const { patience } = this.options;
    try {
      const isTaken = await this.readOnce(shard);
      patience.answered();
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
    shard.iterator ??= await stream.iterator(shard.id, shard.place, closing);
    const { records, next, behindMillis } = await stream.records(shard.iterator, limit, closing);
    if (this.shards.get(shard.id) !== shard) return true;
    shard.iterator = next;
    shard.behindMillis = behindMillis;
    const last = records.at(-1);
    if (last !== undefined) shard.place = { type: 'after', sequenceNumber: last.sequenceNumber };
    const isLast = next === undefined;
    if (last === undefined && !isLast) return false;
    if (isLast) this.shards.delete(shard.id);
    this.arrived.push({ shard: shard.id, records, isLast });
    return true;
  }

  private async failed(shard: Shard, error: unknown): Promise<void> {
    const { patience, logger, closing, stream } = this.options;
    if (closing.aborted) return;
    // The next one begins behind what was read last.
    shard.iterator = undefined;
    if (awsErrorIs(error, 'InvalidArgumentException') && shard.place.type !== 'first') {
      const reason = messageOf(error);
      throw new WeirError(
        'ingest.source-changed',
        `Kinesis stream ${stream.streamName} can't be read on in ${shard.id}, where it was read before: ${reason}. ` +
          'Delete the ingest stream and create it again to read it as it is now.',
        { cause: error },
      );
    }
    if (awsErrorIs(error, 'ResourceNotFoundException') && (await this.isGone(shard.id))) {
      logger.log('warn', `Shard ${shard.id} of ${stream.streamName} is gone, with all that was in it.`);
      this.shards.delete(shard.id);
      this.arrived.push({ shard: shard.id, records: [], isLast: true });
      return;
    }
    if (!awsErrorIs(error, 'ExpiredIteratorException')) await patience.failed(error);
    shard.isBusy = false;
  }

  /** The stream is there and does not have it any more. */
  private async isGone(id: string): Promise<boolean> {
    const { stream, closing } = this.options;
    try {
      return !(await stream.shards(closing)).some(shard => shard.id === id);
    } catch {
      return false;
    }
  }

  /** Nothing is asked of it for a moment. */
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
