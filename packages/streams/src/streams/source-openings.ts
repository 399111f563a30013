/**
 * The consecutive openings of a stream's source. If the sender keeps its records, each opening is a new source.
 * Otherwise (standard input, sockets, events), records that were read and not acknowledged are kept: after a failure of
 * the store or a worker the source stays open, and the next opening begins with the kept records. Their number is
 * limited by the chunks in flight.
 */
import type { IngestSource, ResumePoint, SourceBatch, SourceStatus } from '@weir/plugins';

export class SourceOpenings {
  private kept: KeptSource | undefined;

  /** @param make creates a new source. */
  constructor(private readonly make: () => IngestSource) {}

  next(): IngestSource {
    if (this.kept === undefined) {
      const source = this.make();
      if (source.supports.resume === 'exact') return source;
      this.kept = new KeptSource(source, this.make);
    }
    return new Opening(this.kept);
  }

  /** Called when no further opening will follow. */
  async close(): Promise<void> {
    await this.kept?.close();
  }
}

/** Reads at most one batch ahead of its openings. */
class KeptSource {
  private isOpen = false;
  private hasFailed = false;
  /** Read but not acknowledged, in order. */
  private readonly batches: SourceBatch[] = [];
  private readTo: ResumePoint | undefined;
  private pending: Promise<'read' | 'ended'> | undefined;

  constructor(
    private source: IngestSource,
    private readonly make: () => IngestSource,
  ) {}

  get supports(): IngestSource['supports'] {
    return this.source.supports;
  }

  status(): SourceStatus | undefined {
    return this.source.status?.();
  }

  async open(from: ResumePoint | undefined): Promise<void> {
    if (this.hasFailed) {
      await this.source.close();
      this.source = this.make();
      this.isOpen = this.hasFailed = false;
    }
    if (this.isOpen) return;
    this.isOpen = true;
    await this.orFail(this.source.open(this.readTo ?? from));
  }

  /** Returns a copy of the first batch at or after a position, because the kept one may be needed again. */
  batchFrom(position: number): SourceBatch | undefined {
    const batch = this.batches.find(({ chunk }) => chunk.firstPosition >= position);
    if (batch === undefined) return undefined;
    const { chunk, after } = batch;
    return { chunk: { ...chunk, bytes: chunk.bytes.slice(), bounds: chunk.bounds.slice() }, after };
  }

  /** Concurrent calls share one read. */
  read(maximum: number): Promise<'read' | 'ended'> {
    this.pending ??= this.orFail(this.readOnce(maximum)).finally(() => (this.pending = undefined));
    return this.pending;
  }

  async acknowledge(point: ResumePoint): Promise<void> {
    const left = this.batches.findIndex(({ after }) => after.position > point.position);
    this.batches.splice(0, left === -1 ? this.batches.length : left);
    await this.source.acknowledge(point);
  }

  pause(): Promise<void> {
    return this.source.pause();
  }

  resume(): Promise<void> {
    return this.source.resume();
  }

  close(): Promise<void> {
    return this.source.close();
  }

  private async readOnce(maximum: number): Promise<'read' | 'ended'> {
    const batch = await this.source.next(maximum);
    if (batch === undefined) return 'ended';
    this.batches.push(batch);
    this.readTo = batch.after;
    return 'read';
  }

  private async orFail<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}

/** Closing an opening leaves the source open, and a pending read is left to the next opening. */
class Opening implements IngestSource {
  readonly supports: IngestSource['supports'];
  private position = 0;
  private isClosed = false;
  private readonly closed: Promise<'ended'>;
  private reportClosed!: () => void;

  constructor(private readonly kept: KeptSource) {
    this.supports = kept.supports;
    this.closed = new Promise(resolve => (this.reportClosed = () => resolve('ended')));
  }

  open(from?: ResumePoint): Promise<void> {
    return this.kept.open(from);
  }

  async next(maximum: number): Promise<SourceBatch | undefined> {
    while (!this.isClosed) {
      const batch = this.kept.batchFrom(this.position);
      if (batch !== undefined) {
        this.position = batch.after.position;
        return batch;
      }
      if ((await Promise.race([this.kept.read(maximum), this.closed])) === 'ended') break;
    }
    return undefined;
  }

  acknowledge(point: ResumePoint): Promise<void> {
    return this.kept.acknowledge(point);
  }

  pause(): Promise<void> {
    return this.kept.pause();
  }

  resume(): Promise<void> {
    return this.kept.resume();
  }

  status(): SourceStatus {
    return this.kept.status() ?? {};
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.reportClosed();
    return Promise.resolve();
  }
}
