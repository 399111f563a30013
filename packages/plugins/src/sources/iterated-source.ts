/** A source that collects the records of an async generator into batches. */
import { BaseSource, type CutRecords } from './base-source.js';
import type { ResumePoint, SourceSupports } from './ingest-source.js';
import { packBytes } from './pack-bytes.js';

export interface SourceRecord {
  /** Strings are encoded as UTF-8. */
  readonly data: string | Uint8Array;
  /** Position from which to continue after this record; if absent, the cursor of the previous one applies. */
  readonly cursor?: string;
}

type Yielded = SourceRecord | readonly SourceRecord[];
type Read = (from: string | null, signal: AbortSignal) => AsyncIterable<Yielded>;

export class IteratedSource extends BaseSource {
  private readonly closing = new AbortController();
  private readonly closed: Promise<undefined>;
  private iterator: AsyncIterator<Yielded> | undefined;
  /** Requested and not yielded yet. */
  private coming: Promise<IteratorResult<Yielded>> | undefined;
  /** Yielded and not returned yet. */
  private readonly waiting: SourceRecord[] = [];
  private hasEnded = false;
  private lastCursor: string | null = null;

  constructor(
    readonly supports: SourceSupports,
    private readonly read: Read,
  ) {
    super();
    const { signal } = this.closing;
    this.closed = new Promise(resolve =>
      signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    );
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    this.lastCursor = from?.cursor ?? null;
    this.iterator = this.read(this.lastCursor, this.closing.signal)[Symbol.asyncIterator]();
    return Promise.resolve();
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    while (this.waiting.length === 0) {
      if (this.hasEnded || !(await this.gather(this.closed))) return undefined;
    }
    // Everything else that the generator yields without waiting joins the same batch.
    const turn = new Promise<undefined>(resolve => setImmediate(resolve, undefined));
    while (this.waiting.length < maximum && !this.hasEnded && (await this.gather(turn)));
    const records = this.waiting.splice(0, maximum);
    for (const { cursor } of records) this.lastCursor = cursor ?? this.lastCursor;
    return packBytes(records.map(({ data }) => (typeof data === 'string' ? Buffer.from(data) : data)));
  }

  protected cursor(): string | null {
    return this.lastCursor;
  }

  protected closeSource(): Promise<void> {
    this.closing.abort();
    // Not awaited: a waiting generator returns only after it has noticed the signal.
    this.iterator?.return?.().catch(() => undefined);
    this.coming?.catch(() => undefined);
    return Promise.resolve();
  }

  /** @returns false if `limit` resolved first. */
  private async gather(limit: Promise<undefined>): Promise<boolean> {
    this.coming ??= this.iterator!.next();
    const result = await Promise.race([this.coming, limit]);
    if (result === undefined) return false;
    this.coming = undefined;
    if (result.done === true) this.hasEnded = true;
    else
      this.waiting.push(
        ...(Array.isArray(result.value) ? (result.value as SourceRecord[]) : [result.value as SourceRecord]),
      );
    return true;
  }
}
