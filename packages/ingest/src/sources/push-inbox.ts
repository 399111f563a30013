/**
 * Where records wait that others push, until the stream's source takes them, and their pushers, until the records are
 * durable. What waits is bounded in bytes; more is refused, and its sender comes again.
 */
import type { RejectedRecord } from '@weir/contract';
import { pause, type Scheduler, WeirError } from '@weir/model';
import type { CutRecords } from './base-source.js';

export interface PushedRecord {
  /** Which one of those that were pushed together, from 0. */
  readonly record: number;
  readonly reason: string;
}

export interface PushOutcome {
  /** Records that are durable: the query ran for them. */
  readonly accepted: number;
  readonly rejectedCount: number;
  /** The first hundred of those that could not be read. */
  readonly rejected: readonly PushedRecord[];
}

interface Push {
  readonly records: CutRecords;
  readonly count: number;
  /** Cut, of `count`. */
  taken: number;
  /** Position of its first record; `undefined` until that is cut. */
  from: number | undefined;
  rejectedCount: number;
  readonly rejected: PushedRecord[];
  readonly done: (outcome: PushOutcome | WeirError) => void;
}

/** Bytes that wait or are under way. One push may be longer, alone. */
const WAITING_BYTES = 16 * 1024 * 1024;
const PUSHES = 1_000;
const PATIENCE_MILLIS = 30_000;
const SHOWN = 100;

export class PushInbox {
  private readonly pushes: Push[] = [];
  private bytes = 0;
  private wake: () => void = () => undefined;

  constructor(
    private readonly cut: (body: Uint8Array) => Promise<CutRecords | undefined>,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * @returns when all records are durable, or could not be read.
   * @throws WeirError `ingest.busy` when too much waits, or for too long; `ingest.not-running` when the stream ends before;
   *   `ingest.invalid` for a body that can't be cut into records.
   */
  async push(body: Uint8Array): Promise<PushOutcome> {
    const records = await this.cut(body);
    if (records === undefined) return { accepted: 0, rejectedCount: 0, rejected: [] };
    const size = records.bytes.length;
    const isFull = this.pushes.length >= PUSHES || this.bytes + size > WAITING_BYTES;
    if (isFull && this.pushes.length > 0)
      throw new WeirError('ingest.busy', 'Too many records wait to be written. Push them again in a moment.');
    this.bytes += size;
    const count = records.bounds.length >>> 1;
    const done = new Promise<PushOutcome | WeirError>(resolve => {
      this.pushes.push({
        records,
        count,
        taken: 0,
        from: undefined,
        rejectedCount: 0,
        rejected: [],
        done: resolve,
      });
      this.wake();
    });
    const patience = new AbortController();
    const late = pause(this.scheduler, PATIENCE_MILLIS, patience.signal).then(
      () =>
        new WeirError(
          'ingest.busy',
          'The records are not durable yet, and will be. They may be pushed again.',
        ),
    );
    const outcome = await Promise.race([done, late]);
    patience.abort();
    if (outcome instanceof WeirError) throw outcome;
    return outcome;
  }

  /** Records that wait to be cut. */
  get waiting(): number {
    return this.pushes.reduce((sum, { count, taken }) => sum + count - taken, 0);
  }

  /** Of one push, at most so many, if there are some. @param from position of the first. */
  take(maximum: number, from: number): CutRecords | undefined {
    const push = this.pushes.find(({ count, taken }) => taken < count);
    if (push === undefined) return undefined;
    push.from ??= from;
    const { bytes, bounds } = push.records;
    const first = push.taken;
    push.taken = Math.min(push.count, first + maximum);
    const [begin, end] = [bounds[2 * first]!, bounds[2 * push.taken - 1]!];
    return {
      bytes: bytes.slice(begin, end),
      bounds: bounds.slice(2 * first, 2 * push.taken).map(at => at - begin),
    };
  }

  /** @returns when something may have come. */
  arrival(): Promise<void> {
    return new Promise(resolve => (this.wake = resolve));
  }

  /** Whoever waits for an arrival looks again. */
  wakeUp(): void {
    this.wake();
  }

  reject(records: readonly RejectedRecord[]): void {
    for (const { position, reason } of records) {
      const push = this.pushes.find(
        ({ from, count }) => from !== undefined && from <= position && position < from + count,
      );
      if (push === undefined) continue;
      push.rejectedCount++;
      if (push.rejected.length < SHOWN) push.rejected.push({ record: position - push.from!, reason });
    }
  }

  /** Everything before this position is durable. */
  durable(position: number): void {
    for (;;) {
      const push = this.pushes[0];
      if (push?.from === undefined || push.from + push.count > position) return;
      this.pushes.shift();
      this.bytes -= push.records.bytes.length;
      const { count, rejectedCount, rejected } = push;
      rejected.sort((a, b) => a.record - b.record);
      push.done({ accepted: count - rejectedCount, rejectedCount, rejected });
    }
  }

  /** Nobody takes what waits, and nobody says what became of the rest. */
  interrupt(): void {
    const error = new WeirError(
      'ingest.not-running',
      'The stream was stopped before the records were durable. Push them again when it runs.',
    );
    for (const { done } of this.pushes.splice(0)) done(error);
    this.bytes = 0;
  }
}
