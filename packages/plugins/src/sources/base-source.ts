/**
 * The public shell of every source: order of calls, counting, limits. What differs is in the hooks.
 */
import { WeirError } from '@weir/model/extension';
import type {
  IngestSource,
  ResumePoint,
  SourceBatch,
  SourceProgress,
  SourceSupports,
} from './ingest-source.js';

/** What a hook cut: records in one piece of memory that it gives away. */
export interface CutRecords {
  readonly bytes: Uint8Array;
  /** `[start0, end0, start1, end1, ...]`, offsets in `bytes`. */
  readonly bounds: Uint32Array;
  /** What their format has to know of all of them. */
  readonly context?: string;
}

export interface SourceLimits {
  /** Position of the first record delivered by a fresh opening; default 0. */
  readonly firstPosition?: number;
  /** At most so many records; default no limit. */
  readonly limit?: number | undefined;
}

export abstract class BaseSource implements IngestSource {
  abstract readonly supports: SourceSupports;

  private state: 'new' | 'open' | 'closed' = 'new';
  private pulling = false;
  private position: number;
  private acknowledged: number;
  private readonly firstPosition: number;
  private readonly endPosition: number;

  protected constructor(limits: SourceLimits = {}) {
    this.position = this.firstPosition = limits.firstPosition ?? 0;
    this.acknowledged = this.position;
    this.endPosition = this.position + (limits.limit ?? Infinity);
  }

  async open(from?: ResumePoint): Promise<void> {
    if (this.state !== 'new') throw new WeirError('internal', 'An ingest source is opened once.');
    this.state = 'open';
    if (from !== undefined) this.position = this.acknowledged = from.position;
    try {
      await this.openSource(from);
    } catch (error) {
      if (!this.isClosed()) throw error;
    }
  }

  async next(maximum: number): Promise<SourceBatch | undefined> {
    if (this.state === 'closed') return undefined;
    if (this.state === 'new')
      throw new WeirError('internal', 'An ingest source is opened before it is read.');
    if (this.pulling) throw new WeirError('internal', 'An ingest source is asked for one batch at a time.');
    const wanted = Math.min(maximum, this.endPosition - this.position);
    if (wanted <= 0) return undefined;
    this.pulling = true;
    try {
      const cut = await this.cutRecords(wanted);
      if (cut === undefined || this.isClosed()) return undefined;
      const firstPosition = this.position;
      this.position += cut.bounds.length >>> 1;
      return {
        chunk: { ...cut, firstPosition },
        after: { position: this.position, cursor: this.cursor() },
      };
    } catch (error) {
      if (this.isClosed()) return undefined;
      throw error;
    } finally {
      this.pulling = false;
    }
  }

  async acknowledge(point: ResumePoint): Promise<void> {
    if (this.state !== 'open' || point.position <= this.acknowledged) return;
    this.acknowledged = point.position;
    await this.acknowledgeTo(point);
  }

  async pause(): Promise<void> {
    if (this.state === 'open') await this.pauseSource();
  }

  async resume(): Promise<void> {
    if (this.state === 'open') await this.resumeSource();
  }

  async close(): Promise<void> {
    if (this.state === 'closed') return;
    this.state = 'closed';
    await this.closeSource();
  }

  /** The method keeps the compiler from believing that `state` can't change across an `await`. */
  protected isClosed(): boolean {
    return this.state === 'closed';
  }

  /** Towards the limit of records, where there is one. */
  protected recordProgress(): SourceProgress | undefined {
    if (this.endPosition === Infinity) return undefined;
    const { position, firstPosition, endPosition } = this;
    return { unit: 'records', done: position - firstPosition, total: endPosition - firstPosition };
  }

  protected abstract openSource(from: ResumePoint | undefined): Promise<void>;
  /** Between one record and `maximum`; waits for the first. `undefined` at the end. */
  protected abstract cutRecords(maximum: number): Promise<CutRecords | undefined>;
  /** Of the point after the last cut records. */
  protected abstract cursor(): string | null;
  /** Also called when `openSource` failed; makes a pending `cutRecords` end. */
  protected abstract closeSource(): Promise<void>;

  protected acknowledgeTo(_point: ResumePoint): Promise<void> {
    return Promise.resolve();
  }

  protected pauseSource(): Promise<void> {
    return Promise.resolve();
  }

  protected resumeSource(): Promise<void> {
    return Promise.resolve();
  }
}
