/**
 * Buffer of pushed records until the stream's source takes them, and of their senders until the records are durable.
 * Pending bytes are bounded; beyond that, pushes are rejected and the sender has to retry.
 */
import type { RejectedRecord } from '@weir/contract';
import { pause, type Scheduler, WeirError } from '@weir/platform';
import type { CutRecords } from '@weir/plugins';

export interface PushedRecord {
  /** Index in its push, 0-based. */
  readonly record: number;
  readonly reason: string;
}

export interface PushOutcome {
  /** Number of durable records: the query ran for them. */
  readonly accepted: number;
  readonly rejectedCount: number;
  /** The first hundred unreadable records. */
  readonly rejected: readonly PushedRecord[];
}

interface Push {
  readonly records: CutRecords;
  readonly count: number;
  /** Number of records taken, out of `count`. */
  taken: number;
  /** Position of its first record; `undefined` until that is taken. */
  from: number | undefined;
  rejectedCount: number;
  readonly rejected: PushedRecord[];
  readonly done: (outcome: PushOutcome | WeirError) => void;
}

/** Maximum of pending and in-flight bytes. A single push may be longer. */
const WAITING_BYTES = 16 * 1024 * 1024;
const PUSHES = 1_000;
const PATIENCE_MILLIS = 30_000;
const SHOWN = 100;

export class PushInbox {
  private readonly pushes: Push[] = [];
  private bytes = 0;
  private wake: () => void = () => undefined;

  /** Called when there may be room again, or when the stream ends. */
  private readonly forRoom = new Set<() => void>();
  private isOver = false;

  constructor(private readonly scheduler: Scheduler) {}

  /**
   * @returns when all records are durable, or were rejected.
   * @throws WeirError `ingest.busy` if too much is pending, or for too long; `ingest.not-running` if the stream ends
   * before.
   */
  async push(records: CutRecords): Promise<PushOutcome> {
    if (!this.hasRoom(records.bytes.length))
      throw new WeirError('ingest.busy', 'Too many pending records. Push them again in a moment.');
    const patience = new AbortController();
    const late = pause(this.scheduler, PATIENCE_MILLIS, patience.signal).then(
      () =>
        new WeirError(
          'ingest.busy',
          'The records are not durable yet, but will be. They may be pushed again.',
        ),
    );
    const outcome = await Promise.race([this.add(records), late]);
    patience.abort();
    if (outcome instanceof WeirError) throw outcome;
    return outcome;
  }

  /**
   * As `push`, but without limits on time or room.
   * @returns when all records are durable or were rejected; an error if that is prevented. Never rejects.
   */
  add(records: CutRecords): Promise<PushOutcome | WeirError> {
    if (this.isOver) return Promise.resolve(stopped());
    this.bytes += records.bytes.length;
    const count = records.bounds.length >>> 1;
    return new Promise(done => {
      this.pushes.push({ records, count, taken: 0, from: undefined, rejectedCount: 0, rejected: [], done });
      this.wake();
    });
  }

  /** @returns when there is room for this number of bytes. @throws WeirError `ingest.not-running`. */
  async room(size: number): Promise<void> {
    while (!this.isOver && !this.hasRoom(size)) {
      await new Promise<void>(resolve => {
        const recheck = (): void => {
          this.forRoom.delete(recheck);
          resolve();
        };
        this.forRoom.add(recheck);
      });
    }
    if (this.isOver) throw stopped();
  }

  /** Number of records not taken yet. */
  get waiting(): number {
    return this.pushes.reduce((sum, { count, taken }) => sum + count - taken, 0);
  }

  /** At most `maximum` records of one push, if there are some. @param from position of the first. */
  take(maximum: number, from: number): CutRecords | undefined {
    const push = this.pushes.find(({ count, taken }) => taken < count);
    if (push === undefined) return undefined;
    push.from ??= from;
    const { bytes, bounds, ...others } = push.records;
    const first = push.taken;
    push.taken = Math.min(push.count, first + maximum);
    const [begin, end] = [bounds[2 * first]!, bounds[2 * push.taken - 1]!];
    return {
      ...others,
      bytes: bytes.slice(begin, end),
      bounds: bounds.slice(2 * first, 2 * push.taken).map(at => at - begin),
    };
  }

  /** @returns when records may have arrived. */
  arrival(): Promise<void> {
    return new Promise(resolve => (this.wake = resolve));
  }

  /** Wakes the waiter of `arrival` to check again. */
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

  /** Reports that everything before this position is durable. */
  durable(position: number): void {
    for (;;) {
      const push = this.pushes[0];
      if (push?.from === undefined || push.from + push.count > position) return;
      this.pushes.shift();
      this.bytes -= push.records.bytes.length;
      const { count, rejectedCount, rejected } = push;
      rejected.sort((a, b) => a.record - b.record);
      push.done({ accepted: count - rejectedCount, rejectedCount, rejected });
      for (const recheck of this.forRoom) recheck();
    }
  }

  /** The stream has ended: pending records are not taken, and the outcome of others is unknown. */
  interrupt(): void {
    this.isOver = true;
    for (const { done } of this.pushes.splice(0)) done(stopped());
    this.bytes = 0;
    for (const recheck of this.forRoom) recheck();
  }

  private hasRoom(size: number): boolean {
    return this.pushes.length === 0 || (this.pushes.length < PUSHES && this.bytes + size <= WAITING_BYTES);
  }
}

function stopped(): WeirError {
  return new WeirError(
    'ingest.not-running',
    'The stream was stopped before the records were durable. Push them again when it runs.',
  );
}
