/**
 * The records of a Kinesis stream. The positions of its shards are stored with the graph. The source follows splits and
 * merges of the stream, unless specific shards are configured; then it ends when those do.
 */
import type { KinesisStream, ShardPosition } from '../connection/kinesis-stream.js';
import type { KinesisSourceDefinition } from '../definition/kinesis-source.js';
import { type Clock, type Logger, type Scheduler, WeirError } from '@weir/platform';
import {
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { RemoteSource } from '@weir/plugins/reconnecting';
import { awsReason, isAwsRefusal } from '../connection/aws-problem.js';
import { ShardPositions } from './shard-positions.js';
import { ShardReader } from './shard-reader.js';

export interface KinesisSourceOptions {
  readonly definition: KinesisSourceDefinition;
  readonly stream: KinesisStream;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly clock: Clock;
}

export class KinesisSource extends RemoteSource {
  readonly supports: SourceSupports = { finite: false, resume: 'exact', acknowledge: false };
  private readonly reader: ShardReader;
  /** Positions of the next record to cut. */
  private positions = new ShardPositions();
  /** From an earlier run, or from this one. */
  private hasPositions = false;
  private mustFollow = true;

  constructor(private readonly options: KinesisSourceOptions) {
    const { stream, scheduler, logger } = options;
    const sender = `Kinesis, stream ${stream.streamName}`;
    super({ sender, reasonOf: awsReason, isRefusal: isAwsRefusal, scheduler, logger });
    const { attempts, closingSignal: closing } = this;
    this.reader = new ShardReader({ stream, attempts, scheduler, logger, closing });
  }

  protected begin(from: ResumePoint | undefined): void {
    if (typeof from?.cursor === 'string') {
      this.positions = ShardPositions.of(from.cursor);
      this.hasPositions = true;
    }
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (!this.isClosed()) {
      if (this.mustFollow) await this.follow();
      const batch = await this.reader.take(maximum, () => this.isAtEnd());
      if (batch === undefined) return undefined;
      const { shard, records, isLast } = batch;
      const last = records.at(-1);
      if (isLast) {
        this.positions.set(shard, { type: 'end' });
        this.mustFollow = true;
      } else if (last !== undefined)
        this.positions.set(shard, { type: 'after', sequenceNumber: last.sequenceNumber });
      if (records.length > 0) return packBytes(records.map(({ data }) => data));
    }
    return undefined;
  }

  protected cursor(): string | null {
    return this.positions.text();
  }

  protected override async closeSource(): Promise<void> {
    await super.closeSource();
    this.options.stream.close();
  }

  protected override measured(): SourceStatus {
    const { behindMillis } = this.reader;
    return behindMillis === undefined ? {} : { behindMillis };
  }

  /** Only a source with configured shards can reach an end. */
  private isAtEnd(): boolean {
    return (this.options.definition.shardIds ?? []).length > 0 && this.reader.count === 0;
  }

  /** Starts reading shards that have become readable: at the start, and whenever a shard ends. */
  private async follow(): Promise<void> {
    const { stream, definition } = this.options;
    const { shardIds = [] } = definition;
    const all = await this.attempts.until(() => stream.shards(this.closingSignal));
    if (all === undefined) return;
    const own = shardIds.length === 0 ? all : all.filter(({ id }) => shardIds.includes(id));
    const missing = shardIds.find(id => !all.some(shard => shard.id === id));
    if (missing !== undefined && !this.hasPositions)
      throw new WeirError('ingest.invalid', `Kinesis stream ${stream.streamName} has no shard ${missing}`);
    if (!this.hasPositions && definition.iteratorType.type === 'Latest')
      for (const { id, isClosed } of own) if (isClosed) this.positions.set(id, { type: 'end' });
    const isOpen = (id: string) =>
      own.some(shard => shard.id === id) && this.positions.get(id)?.type !== 'end';
    for (const { id, parents } of own) {
      const stored = this.positions.get(id);
      if (stored?.type === 'end' || this.reader.has(id)) continue;
      if (stored === undefined && parents.some(isOpen)) continue;
      this.reader.add(id, stored ?? this.startShard(id));
    }
    this.hasPositions = true;
    this.mustFollow = false;
    // Shards that no longer exist are dropped.
    for (const id of [...this.positions.shards()])
      if (!all.some(shard => shard.id === id)) this.positions.delete(id);
  }

  /** @returns the start position in an unread shard. */
  private startShard(id: string): ShardPosition {
    const position = this.initialPosition();
    // Until something is read, the position of the end is known only by time.
    const stored =
      position.type === 'latest' ? ({ type: 'time', millis: this.options.clock.now() } as const) : position;
    this.positions.set(id, stored);
    return position;
  }

  private initialPosition(): ShardPosition {
    const { iteratorType: iterator } = this.options.definition;
    switch (iterator.type) {
      case 'AtTimestamp':
        return { type: 'time', millis: iterator.at };
      case 'Latest':
        // A shard that was added later is read from its start.
        return { type: this.hasPositions ? 'first' : 'latest' };
      case 'TrimHorizon':
        return { type: 'first' };
      case 'AtSequenceNumber':
        return { type: 'at', sequenceNumber: iterator.sequenceNumber };
      case 'AfterSequenceNumber':
        return { type: 'after', sequenceNumber: iterator.sequenceNumber };
    }
  }
}
