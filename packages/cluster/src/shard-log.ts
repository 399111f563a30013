/**
 * The log of one shard, as written by the owner of one epoch. Each row is appended directly after the last row that its
 * writer knows. So two processes that both believe they own the shard cannot both write, however long one of them
 * stalled and whatever its clock shows. An owner that finds another owner's row behind its own has lost the shard
 * permanently.
 *
 * Invariant: the rows of a writer are contiguous, after the row with which it begins. An earlier owner could only write
 * directly after its last row, where the first row of the next owner is.
 *
 * After a failed attempt it is unknown whether the row exists, and it may still be written. The attempt is repeated
 * with the same content until that is known; no other content is ever tried at that position.
 */
import { pause, type Scheduler, WeirError } from '@weir/platform';
import { LOG_START, type LogPosition } from './log-position.js';
import { type LogRow, type LogStore, type PlacedRow, positionAfter } from './log-store.js';

const FIRST_RETRY_MILLIS = 10;
const LAST_RETRY_MILLIS = 2_000;

export interface ShardLogOptions {
  /** Must be greater than the epoch of every earlier owner. Default: one more than the newest epoch in the log. */
  readonly epoch?: number | undefined;
  /** Random, never used before. */
  readonly writer: string;
  readonly store: LogStore;
  readonly scheduler: Scheduler;
  /** Called once, when another owner has the shard. Nothing is appended afterwards. */
  onLost(): void;
}

export class ShardLog {
  private isEnded = false;
  private isLost = false;
  private failure: unknown;
  private own = 0;
  private at = LOG_START;
  private before = 0;
  /** Serializes appends. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ShardLogOptions) {}

  /** Epoch of this owner, after `begin`. */
  get epoch(): number {
    return this.own;
  }

  /** Position after the last row known to be written. */
  get position(): LogPosition {
    return this.at;
  }

  /** Sequence of the last row before this owner; 0: the log was empty. */
  get startedAfter(): number {
    return this.before;
  }

  /** Error of the last attempt; `undefined` if it was answered. */
  get trouble(): unknown {
    return this.failure;
  }

  /** Ends the use of the log. The outcome of pending appends is left open. */
  end(): void {
    this.isEnded = true;
  }

  /**
   * Starts the epoch: from then on no earlier owner can write, and all their rows can be read. Must be called first.
   * @returns whether this owner has the log; `false`: a later epoch has started, and `onLost` was called.
   */
  async begin(): Promise<boolean> {
    const { store, writer } = this.options;
    for (;;) {
      const last = await this.insist(() => store.last());
      if (last?.writer === writer) {
        this.at = positionAfter(last);
        return true;
      }
      const newest = last?.epoch ?? 0;
      this.own = this.options.epoch ?? newest + 1;
      if (newest > this.own) return this.lose();
      this.before = last?.sequence ?? 0;
      const { sequence: after, offset } = last === undefined ? LOG_START : positionAfter(last);
      const row = { epoch: this.own, writer, offset, content: null, continues: false };
      const sequence = await this.insist(() => store.append(row, after));
      if (sequence === undefined) continue;
      this.at = { sequence, offset };
      return true;
    }
  }

  /**
   * Appends an operation, in several rows if it is long.
   * @returns the position after its last row, when it is written. Rejects with `store.taken-over` if another owner has the
   * shard, and never settles if the log was ended before the outcome was known.
   */
  append(operation: Uint8Array): Promise<LogPosition> {
    const appended = this.last.then(() => this.appendRows(operation));
    this.last = appended.catch(() => undefined);
    return appended;
  }

  private async appendRows(operation: Uint8Array): Promise<LogPosition> {
    const limit = this.options.store.contentLimit;
    let start = 0;
    do {
      const end = Math.min(operation.length, start + limit);
      const content = start === 0 && end === operation.length ? operation : operation.subarray(start, end);
      await this.appendRow(content, end < operation.length);
      start = end;
    } while (start < operation.length);
    return this.at;
  }

  private async appendRow(content: Uint8Array, continues: boolean): Promise<void> {
    if (this.isLost) throw takenOver();
    const { store, writer } = this.options;
    const { sequence: after, offset } = this.at;
    const row: LogRow = { epoch: this.own, writer, offset, content, continues };
    let sequence = await this.insist(() => store.append(row, after));
    if (sequence === undefined) {
      // An earlier attempt of which the answer was lost may have written it.
      const last = await this.insist(() => this.lastAfter(after));
      if (last.writer !== writer) {
        this.lose();
        throw takenOver();
      }
      sequence = last.sequence;
    }
    this.at = { sequence, offset: offset + content.length };
  }

  /** Throws if the store shows an older state, as a replica may. */
  private async lastAfter(sequence: number): Promise<PlacedRow> {
    const last = await this.options.store.last();
    if (last === undefined || last.sequence <= sequence) throw new Error('the log is not up to date');
    return last;
  }

  private lose(): false {
    if (this.isLost) return false;
    this.isLost = true;
    this.options.onLost();
    return false;
  }

  /** Repeats the attempt until it is answered. Never returns once the log is ended. */
  private async insist<T>(attempt: () => Promise<T>): Promise<T> {
    for (let delay = FIRST_RETRY_MILLIS; ; delay = Math.min(delay * 2, LAST_RETRY_MILLIS)) {
      if (this.isEnded) return new Promise<never>(() => undefined);
      try {
        const answer = await attempt();
        if (this.isEnded) return await new Promise<never>(() => undefined);
        this.failure = undefined;
        return answer;
      } catch (error) {
        this.failure = error;
        await pause(this.options.scheduler, delay);
      }
    }
  }
}

function takenOver(): WeirError {
  return new WeirError('store.taken-over', 'Another process has taken over the log of this data.');
}
