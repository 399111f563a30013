/**
 * The records of a stream of Kinesis. Its position, by shard, is stored with the graph. It follows the stream through its
 * splits and merges, unless it is told which shards to read; then it ends when those do.
 */
import type { KinesisStream, ShardPlace } from '../connection/kinesis-stream.js';
import type { KinesisSourceDefinition } from '../definition/kinesis-source.js';
import { type Clock, type Logger, type Scheduler, WeirError } from '@weir/model';
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
  packBytes,
} from '@weir/plugins';
import { Patience } from './patience.js';
import { ShardPositions } from './shard-positions.js';
import { type ShardBatch, ShardReader } from './shard-reader.js';

export interface KinesisSourceOptions {
  readonly definition: KinesisSourceDefinition;
  readonly stream: KinesisStream;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly clock: Clock;
}

export class KinesisSource extends BaseSource {
  readonly supports: SourceSupports = { finite: false, resume: 'exact', acknowledge: false };
  private readonly closing = new AbortController();
  private readonly patience: Patience;
  private readonly reader: ShardReader;
  /** Of the next record to be cut. */
  private positions = new ShardPositions();
  /** Of an earlier run, or of this one. */
  private hasPlaces = false;
  private mustFollow = true;
  private batch: ShardBatch | undefined;
  private taken = 0;

  constructor(private readonly options: KinesisSourceOptions) {
    super();
    const { stream, scheduler, logger } = options;
    const closing = this.closing.signal;
    this.patience = new Patience({
      what: `Kinesis, stream ${stream.streamName}`,
      scheduler,
      logger,
      closing,
    });
    this.reader = new ShardReader({ stream, patience: this.patience, scheduler, logger, closing });
  }

  status(): SourceStatus {
    const { trouble } = this.patience;
    const { behindMillis } = this.reader;
    return {
      ...(behindMillis === undefined ? {} : { behindMillis }),
      ...(trouble === undefined ? {} : { trouble }),
    };
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    this.patience.isKnownThere = from !== undefined;
    if (typeof from?.cursor === 'string') {
      this.positions = ShardPositions.of(from.cursor);
      this.hasPlaces = true;
    }
    return Promise.resolve();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (!this.isClosed()) {
      if (this.mustFollow) await this.follow();
      this.batch ??= await this.reader.take(() => this.isAtEnd());
      if (this.batch === undefined) return undefined;
      const { shard, records, isLast } = this.batch;
      const some = records.slice(this.taken, this.taken + maximum);
      this.taken += some.length;
      const last = some.at(-1);
      if (last !== undefined)
        this.positions.set(shard, { type: 'after', sequenceNumber: last.sequenceNumber });
      if (this.taken === records.length) {
        this.batch = undefined;
        this.taken = 0;
        if (isLast) this.positions.set(shard, { type: 'end' });
        if (isLast) this.mustFollow = true;
      }
      if (some.length > 0) return packBytes(some.map(({ data }) => data));
    }
    return undefined;
  }

  protected cursor(): string | null {
    return this.positions.text();
  }

  protected closeSource(): Promise<void> {
    this.closing.abort();
    this.options.stream.close();
    return Promise.resolve();
  }

  /** Only who was told which shards to read ever has read them all. */
  private isAtEnd(): boolean {
    return (this.options.definition.shardIds ?? []).length > 0 && this.reader.count === 0;
  }

  /** Begins with shards that are to be read now, the first time and whenever a shard has come to its end. */
  private async follow(): Promise<void> {
    const { stream, definition } = this.options;
    const { shardIds = [] } = definition;
    const all = await this.patience.until(() => stream.shards(this.closing.signal));
    if (all === undefined) return;
    const own = shardIds.length === 0 ? all : all.filter(({ id }) => shardIds.includes(id));
    const missing = shardIds.find(id => !all.some(shard => shard.id === id));
    if (missing !== undefined && !this.hasPlaces)
      throw new WeirError('ingest.invalid', `Kinesis stream ${stream.streamName} has no shard ${missing}`);
    if (!this.hasPlaces && definition.iteratorType.type === 'Latest')
      for (const { id, isClosed } of own) if (isClosed) this.positions.set(id, { type: 'end' });
    const isOpen = (id: string) =>
      own.some(shard => shard.id === id) && this.positions.get(id)?.type !== 'end';
    for (const { id, parents } of own) {
      const stored = this.positions.get(id);
      if (stored?.type === 'end' || this.reader.has(id)) continue;
      if (stored === undefined && parents.some(isOpen)) continue;
      this.reader.add(id, stored ?? this.begin(id));
    }
    this.hasPlaces = true;
    this.mustFollow = false;
    // What is not there any more is not looked for again.
    for (const id of [...this.positions.shards()])
      if (!all.some(shard => shard.id === id)) this.positions.delete(id);
  }

  /** In a shard of which nothing was read. */
  private begin(id: string): ShardPlace {
    const place = this.firstPlace();
    // Where the end was is known by the time alone, as long as nothing has been read.
    const stored =
      place.type === 'latest' ? ({ type: 'time', millis: this.options.clock.now() } as const) : place;
    this.positions.set(id, stored);
    return place;
  }

  private firstPlace(): ShardPlace {
    const { iteratorType: iterator } = this.options.definition;
    switch (iterator.type) {
      case 'AtTimestamp':
        return { type: 'time', millis: iterator.at };
      case 'Latest':
        // A shard that came later is new as a whole.
        return { type: this.hasPlaces ? 'first' : 'latest' };
      case 'TrimHorizon':
        return { type: 'first' };
      case 'AtSequenceNumber':
        return { type: 'at', sequenceNumber: iterator.sequenceNumber };
      case 'AfterSequenceNumber':
        return { type: 'after', sequenceNumber: iterator.sequenceNumber };
    }
  }
}
