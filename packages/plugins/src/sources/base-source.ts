/** Public base class of every source: order of calls, counting, limits. Subclasses implement the hooks. */
import { WeirError } from '@weir/model/extension';
import type {
  IngestSource,
  ResumePoint,
  SourceBatch,
  SourceProgress,
  SourceSupports,
} from './ingest-source.js';

/** Records cut by a hook, in one buffer that the caller takes over. */
export interface CutRecords {
  readonly bytes: Uint8Array;
  /** `[start0, end0, start1, end1, ...]`, offsets in `bytes`. */
  readonly bounds: Uint32Array;
  /** Data that the format needs for all of them. */
  readonly context?: string;
}

export interface SourceLimits {
  /** Position of the first record of a fresh opening; default 0. */
  readonly firstPosition?: number;
  /** Maximum number of records; default no limit. */
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
    if (this.state !== 'new') throw new WeirError('internal', 'An ingest source can be opened only once.');
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
      throw new WeirError('internal', 'An ingest source must be opened before it is read.');
    if (this.pulling) throw new WeirError('internal', 'An ingest source returns one batch at a time.');
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

  /** A method, because the compiler assumes that the field `state` does not change across an `await`. */
  protected isClosed(): boolean {
    return this.state === 'closed';
  }

  /** Progress towards the limit of records, if there is one. */
  protected recordProgress(): SourceProgress | undefined {
    if (this.endPosition === Infinity) return undefined;
    const { position, firstPosition, endPosition } = this;
    return { unit: 'records', done: position - firstPosition, total: endPosition - firstPosition };
  }

  protected abstract openSource(from: ResumePoint | undefined): Promise<void>;
  /** Between one record and `maximum`; waits for the first. `undefined` at the end. */
  protected abstract cutRecords(maximum: number): Promise<CutRecords | undefined>;
  /** Cursor of the position after the last cut records. */
  protected abstract cursor(): string | null;
  /** Also called if `openSource` failed; makes a pending `cutRecords` end. */
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
