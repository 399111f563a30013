/**
 * The records of the Kinesis shards whose leases this process holds; other processes read the other shards. The lease
 * table stores the progress of each shard. Records beyond the stored progress are read again by the next owner of the
 * lease.
 */
import type { KinesisStream, ShardPosition } from '../connection/kinesis-stream.js';
import { type Lease, type LeaseTable, SHARD_END } from '../connection/lease-table.js';
import { type Clock, type Logger, pause, type Scheduler } from '@weir/platform';
import {
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { Attempts, RemoteSource } from '@weir/plugins/reconnecting';
import { awsReason, isAwsRefusal } from '../connection/aws-problem.js';
import { type HeldLease, ShardLeases, type ShardLeasesOptions } from './shard-leases.js';
import { ShardReader } from './shard-reader.js';

export interface KinesisGroupOptions {
  readonly stream: KinesisStream;
  readonly table: LeaseTable;
  readonly leases: Omit<ShardLeasesOptions, 'stream' | 'table' | 'owner' | 'clock' | 'taken' | 'lost'>;
  /** Name of this process, if an earlier run does not define it. */
  readonly owner: string;
  /** Time of `AT_TIMESTAMP`. */
  readonly fromMillis: number;
  readonly limit: number | undefined;
  readonly idleMillis: number | undefined;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Cut and not yet durable, in the order of cutting. */
interface LeaseCut {
  readonly held: HeldLease;
  /** Position after its last record. */
  readonly position: number;
  readonly done: string;
  readonly records: number;
}

/** Minimum interval of table updates, however much there is to write. */
const LEAST_MILLIS = 100;
/** Number of renewals within the failover time. */
const RENEWALS = 4;

export class KinesisGroupSource extends RemoteSource {
  readonly supports: SourceSupports = { finite: false, resume: 'onward', acknowledge: true };
  /** Requests to the stream; those to the table are sent through `attempts`. */
  private readonly streamAttempts: Attempts;
  private readonly reader: ShardReader;
  private owner: string;
  private leases: ShardLeases | undefined;
  private readonly held = new Map<string, HeldLease>();
  private leaseCuts: LeaseCut[] = [];
  private cutCount = 0;
  private durableCount = 0;
  private loop: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly options: KinesisGroupOptions) {
    const { stream, table, scheduler, logger, limit, idleMillis } = options;
    const common = { reasonOf: awsReason, isRefusal: isAwsRefusal, scheduler, logger };
    super({ sender: `DynamoDB, table ${table.tableName}`, ...common });
    const closing = this.closingSignal;
    this.owner = options.owner;
    const sender = `Kinesis, stream ${stream.streamName}`;
    this.streamAttempts = new Attempts({ sender, ...common }, closing);
    this.reader = new ShardReader({
      ...{ stream, attempts: this.streamAttempts, scheduler, logger, closing },
      ...(limit === undefined ? {} : { limit }),
      ...(idleMillis === undefined ? {} : { idleMillis }),
    });
  }

  protected begin(from: ResumePoint | undefined): void {
    this.streamAttempts.isKnownSender = from !== undefined;
    this.cutCount = this.durableCount = from?.position ?? 0;
    // Under its old name it regains its old leases immediately.
    this.owner = from?.cursor ?? this.owner;
    const { table, stream, clock, leases } = this.options;
    this.leases = new ShardLeases({
      ...leases,
      ...{ table, stream, clock, owner: this.owner },
      taken: held => this.startShard(held),
      lost: held => this.stopShard(held),
    });
    this.loop = this.keepLeases(this.leases).catch((error: unknown) => {
      this.failure = { error };
      this.reader.recheck();
    });
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (!this.isClosed()) {
      const batch = await this.reader.take(maximum, () => this.failure !== undefined);
      if (this.failure !== undefined) throw this.failure.error;
      if (batch === undefined) return undefined;
      const { shard, records, isLast } = batch;
      this.cutCount += records.length;
      const done = isLast ? SHARD_END : records.at(-1)?.sequenceNumber;
      const held = this.held.get(shard);
      if (held !== undefined && done !== undefined)
        this.leaseCuts.push({ held, position: this.cutCount, done, records: records.length });
      this.settle();
      if (records.length > 0) return packBytes(records.map(({ data }) => data));
    }
    return undefined;
  }

  protected cursor(): string | null {
    return this.owner;
  }

  protected override acknowledgeTo({ position }: ResumePoint): Promise<void> {
    this.durableCount = position;
    this.settle();
    return Promise.resolve();
  }

  protected override async closeSource(): Promise<void> {
    await super.closeSource();
    this.options.stream.close();
    this.options.table.close();
  }

  /** Without it other processes wait until the leases expire. */
  protected override async release(patience: AbortSignal): Promise<void> {
    this.wake();
    await this.loop;
    await this.leases?.release(patience).catch((error: unknown) => {
      const { logger, table } = this.options;
      logger.log('debug', `Leases in ${table.tableName} were not given back: ${String(error)}`);
    });
  }

  protected override measured(): SourceStatus {
    const { trouble } = this.streamAttempts;
    const { behindMillis } = this.reader;
    return {
      ...(behindMillis === undefined ? {} : { behindMillis }),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  private startShard(held: HeldLease): void {
    const { lease } = held;
    this.held.set(lease.shard, held);
    this.reader.add(lease.shard, this.positionOf(lease));
    this.options.logger.log(
      'info',
      `Shard ${lease.shard} of ${this.options.stream.streamName} is now read by this process.`,
    );
  }

  private stopShard({ lease: { shard } }: HeldLease): void {
    this.held.delete(shard);
    this.reader.remove(shard);
    this.options.logger.log(
      'info',
      `Shard ${shard} of ${this.options.stream.streamName} is now read by another process.`,
    );
  }

  private positionOf({ checkpoint, counter, madeMillis }: Lease): ShardPosition {
    switch (checkpoint) {
      case 'TRIM_HORIZON':
        return { type: 'first' };
      case 'LATEST':
        // Another process has read from there: the position is known only by time.
        return counter === 1 ? { type: 'latest' } : { type: 'time', millis: madeMillis };
      case 'AT_TIMESTAMP':
        return { type: 'time', millis: this.options.fromMillis };
      default:
        return { type: 'after', sequenceNumber: checkpoint };
    }
  }

  /** Marks durable progress for writing to the table. */
  private settle(): void {
    let count = 0;
    for (const { held, position, done, records } of this.leaseCuts) {
      if (position > this.durableCount) break;
      count++;
      held.done = done;
      held.records += records;
    }
    if (count === 0) return;
    this.leaseCuts.splice(0, count);
    if (this.leases?.isDue === true) this.wake();
  }

  private async keepLeases(leases: ShardLeases): Promise<void> {
    const { table, scheduler, leases: limits } = this.options;
    const closing = this.closingSignal;
    const { failoverMillis, checkpointMillis } = limits;
    const period = Math.max(LEAST_MILLIS, Math.min(failoverMillis / RENEWALS, checkpointMillis));
    while (!closing.aborted && (await this.attempts.until(() => table.isReady(closing))) === false)
      await pause(scheduler, LEAST_MILLIS, closing);
    while (!closing.aborted) {
      await this.attempts.until(() => leases.poll(closing));
      await pause(scheduler, LEAST_MILLIS, closing);
      if (closing.aborted || leases.isDue) continue;
      await new Promise<void>(resolve => {
        const cancel = scheduler.after(period, resolve);
        this.wake = () => {
          cancel();
          resolve();
        };
      });
    }
  }
}
