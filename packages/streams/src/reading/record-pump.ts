/**
 * Moves records from one opening of a source into the graph: pulls, holds while paused and at the rate limit, keeps a
 * bounded number of chunks in flight, acknowledges in order. Ends when the source ends, when it is stopped, or with the
 * first failure; always after the chunks in flight have completed.
 */
import { type TraceSpan, WeirError } from '@weir/platform';
import type { ChunkOutcome, Lane, RecordChunk, SetAsideRecord } from '@weir/contract';
import type { IngestSource, ResumePoint, SourceStatus } from '@weir/plugins';
import { Acknowledgements, type Acknowledged, type PendingBatch } from './acknowledgements.js';
import type { ChunkSlots } from './chunk-slots.js';
import type { RateLimit } from './rate-limit.js';

/** Methods of a lane that the pump needs. */
export type ChunkRunner = Pick<
  Lane,
  'runChunk' | 'preferredInFlight' | 'release' | 'hold' | 'abort' | 'close'
> & {
  /** Why records wait at the moment, as text. */
  readonly trouble?: string | undefined;
};

export interface PumpObserver {
  /** Records read from the source, whatever their outcome. */
  read(records: number): void;
  /** The query ran for the records, or they did not parse, or were set aside. */
  done(records: number, bytes: number): void;
  /** A chunk is sent. `undefined`: tracing is off. */
  traced?(records: number, bytes: number): TraceSpan | undefined;
  /** A chunk started at `begun` has completed and is durable. */
  ran(begun: number): void;
  /** @returns the time, in milliseconds since the Unix epoch. Absent: `RecordChunk.readAt` is not set. */
  now?(): number;
  /** @returns a time, for `ran`. */
  begins(): number;
  rejected(outcome: ChunkOutcome): void;
  /** @returns when the records are stored. */
  setAside(records: readonly SetAsideRecord[]): Promise<void>;
  acknowledged(done: Acknowledged): void;
}

export interface PumpOptions {
  readonly source: IngestSource;
  readonly runner: ChunkRunner;
  /** Shared by all readers of the stream. */
  readonly slots: ChunkSlots;
  readonly limit: Pick<RateLimit, 'available' | 'spend' | 'cancel'> | undefined;
  readonly observer: PumpObserver;
}

/** Maximum number of records per pull; sources have their own limits in bytes. */
const LARGEST_PULL = 4096;

export class RecordPump {
  private readonly acknowledgements = new Acknowledgements();
  private inFlight = 0;
  private wake: (() => void) | undefined;
  private failure: { readonly error: unknown } | undefined;
  private closing: Promise<void> | undefined;
  private isStopped = false;
  private isPaused = false;

  constructor(private readonly options: PumpOptions) {}

  /** @returns at the source's end, or when stopped. Rejects with the first failure of source or query. */
  async run(from: ResumePoint | undefined): Promise<'ended' | 'stopped'> {
    const endWatch = this.options.slots.watch(() => this.wake?.());
    try {
      return await this.runWatched(from);
    } finally {
      endWatch();
    }
  }

  sourceStatus(): SourceStatus | undefined {
    const { source, runner } = this.options;
    const status = source.status?.();
    const { trouble } = runner;
    return trouble === undefined ? status : { trouble, ...status };
  }

  /** Sends nothing new; chunks in flight stop before their next records. */
  async pause(): Promise<void> {
    this.isPaused = true;
    await Promise.all([this.options.source.pause(), this.options.runner.hold(true)]);
  }

  async resume(): Promise<void> {
    this.isPaused = false;
    this.wake?.();
    await Promise.all([this.options.source.resume(), this.options.runner.hold(false)]);
  }

  /**
   * Stops pulling; `run` ends when the chunks in flight are done. They stop waiting for the consumers of results, which
   * may be gone. A batch held back by a pause is dropped.
   */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.options.limit?.cancel();
    this.wake?.();
    await Promise.all([this.options.runner.release(), this.closeSource()]);
  }

  /** After `stop`: cancels chunks in flight, which count as not done. */
  async abort(): Promise<void> {
    await this.options.runner.abort();
  }

  /** Also called for errors elsewhere: `run` rejects with the error, unless an earlier one occurred. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.options.limit?.cancel();
    this.wake?.();
    // Ends a pull that waits for records; `run` waits for the source to close.
    this.closeSource().catch(() => undefined);
  }

  private async runWatched(from: ResumePoint | undefined): Promise<'ended' | 'stopped'> {
    await this.whilePaused();
    if (!this.isStopped) {
      try {
        await this.options.source.open(from);
        await this.pull();
      } catch (error) {
        this.fail(error);
      }
    }
    while (this.inFlight > 0) await this.change();
    try {
      await this.closeSource();
    } catch (error) {
      this.fail(error);
    }
    if (this.failure !== undefined) throw this.failure.error;
    return this.isStopped ? 'stopped' : 'ended';
  }

  private async pull(): Promise<void> {
    const { source, limit, observer, slots } = this.options;
    for (;;) {
      await this.whilePaused();
      while (slots.areFull && this.shouldContinue()) await this.change();
      const maximum = limit === undefined ? LARGEST_PULL : Math.min(LARGEST_PULL, await limit.available());
      if (!this.shouldContinue()) return;
      const batch = await source.next(maximum);
      if (batch === undefined) return;
      const chunk = { ...batch.chunk, readAt: observer.now?.() };
      const records = chunk.bounds.length >>> 1;
      const bytes = byteCount(chunk);
      limit?.spend(records);
      observer.read(records);
      // The stream may have been paused while the source was waiting.
      await this.whilePaused();
      if (!this.shouldContinue()) return;
      this.send(chunk, this.acknowledgements.begin(batch.after, records, bytes));
    }
  }

  private shouldContinue(): boolean {
    return !this.isStopped && this.failure === undefined;
  }

  private async whilePaused(): Promise<void> {
    while (this.isPaused && this.shouldContinue()) await this.change();
  }

  private closeSource(): Promise<void> {
    this.closing ??= this.options.source.close();
    return this.closing;
  }

  private send(chunk: RecordChunk, pending: PendingBatch): void {
    const { slots } = this.options;
    this.inFlight++;
    slots.take();
    const span = this.options.observer.traced?.(pending.records, pending.bytes);
    this.runChunk(chunk, pending, span)
      .then(
        () => span?.end(),
        (error: unknown) => {
          span?.end(WeirError.from(error).message);
          this.fail(error);
        },
      )
      .finally(() => {
        this.inFlight--;
        slots.give();
      });
  }

  private async runChunk(
    chunk: RecordChunk,
    pending: PendingBatch,
    span: TraceSpan | undefined,
  ): Promise<void> {
    const { runner, source, observer } = this.options;
    const begun = observer.begins();
    const query = span?.child('query');
    const outcome = await runner.runChunk(chunk).finally(() => query?.end());
    observer.ran(begun);
    if (outcome.rejected > 0) observer.rejected(outcome);
    const { setAside = [], failure } = outcome;
    if (setAside.length > 0) await observer.setAside(setAside);
    const ended = outcome.done + outcome.rejected + setAside.length;
    // A blank line is not a record, so fewer records may complete than were read.
    const share = failure === undefined ? 1 : ended / Math.max(1, pending.records);
    observer.done(ended, Math.round(pending.bytes * share));
    if (failure !== undefined) throw failedRecord(failure);
    const done = this.acknowledgements.finish(pending, outcome.rejected + setAside.length);
    if (done === undefined) return;
    await source.acknowledge(done.point);
    observer.acknowledged(done);
  }

  /** Resolves when a chunk has completed, something failed, or the pump was stopped. */
  private change(): Promise<void> {
    return new Promise(resolve => (this.wake = resolve));
  }
}

function byteCount(chunk: RecordChunk): number {
  const { bounds } = chunk;
  let bytes = 0;
  for (let i = 0; i < bounds.length; i += 2) bytes += bounds[i + 1]! - bounds[i]!;
  return bytes;
}

function failedRecord(failure: NonNullable<ChunkOutcome['failure']>): WeirError {
  const { error, position } = failure;
  return new WeirError(error.code, `The ingest query failed for record ${position}: ${error.message}`, {
    position: error.position,
    cause: error,
  });
}
