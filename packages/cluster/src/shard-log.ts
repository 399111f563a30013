/**
 * The log of one shard, as written by the owner of one epoch. A row is inserted at the next sequence, and each sequence
 * is written only once. So two members that both believe they own the shard cannot both write, however long one of them
 * stalled and whatever its clock shows. An owner that finds another owner's row at its sequence has lost the shard
 * permanently.
 *
 * Invariant: the rows of an epoch are contiguous, after the row with which it begins. An earlier owner could only write
 * directly after its last row, and that sequence holds the first row of the next epoch. So first rows of epochs are
 * never cut, and neither is the last row of the log: after an emptied end the next owner would begin at a lower
 * sequence than a late writer.
 *
 * After a failed attempt it is unknown whether the row exists, and it may still be written. The attempt is repeated
 * with the same content until that is known; no other content is ever tried at that sequence. The failed attempt may
 * even take effect after the row was written by the next attempt and cut since. So each row records how far the log was
 * cut, and rows found below are ignored. Cost: one conditional write per group.
 */
import { pause, type Scheduler } from '@weir/platform';
import type { LogRow, LogStore, PlacedRow } from './log-store.js';

const FIRST_RETRY_MILLIS = 10;
const LAST_RETRY_MILLIS = 2_000;

export interface ShardLogOptions {
  readonly shard: number;
  readonly epoch: number;
  readonly store: LogStore;
  readonly scheduler: Scheduler;
  /** Called once, when another member has the shard. Nothing is appended or answered afterwards. */
  onLost(): void;
}

export class ShardLog {
  /** Groups not covered by a checkpoint, in order. */
  private groups: PlacedRow[] = [];
  private next = 1;
  private cutUpTo = 0;
  private isEnded = false;
  /** Serializes appends. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ShardLogOptions) {}

  /**
   * Ends the use of the log, because it is lost or not needed any longer. The outcome of pending appends is left open.
   */
  end(): void {
    this.isEnded = true;
  }

  /** Sequence of the last row known to be written. */
  get sequence(): number {
    return this.next - 1;
  }

  /** Rows that were not cut, in order. */
  get recent(): readonly PlacedRow[] {
    return this.groups;
  }

  /**
   * Starts the epoch: from then on no other owner can write, and earlier owners' rows can be read. Must be called
   * first.
   * @returns whether this owner has the log; `false`: another epoch has started, and `onLost` was called.
   */
  async begin(): Promise<boolean> {
    const { shard, epoch, store } = this.options;
    let rows = await this.insist(() => store.rows(shard));
    for (;;) {
      const newest = rows.reduce((last, row) => Math.max(last, row.epoch), 0);
      if (newest > epoch) return this.lose();
      this.next = (rows[rows.length - 1]?.sequence ?? 0) + 1;
      this.cutUpTo = rows.reduce((last, row) => Math.max(last, row.cut), 0);
      if (newest === epoch) break;
      const inPlace = await this.install({ epoch, group: null, cut: this.cutUpTo });
      if (inPlace === undefined) break;
      rows = await this.insist(() => store.rows(shard));
    }
    rows = await this.insist(() => store.rows(shard));
    const { next, cutUpTo } = this;
    this.groups = rows.filter(row => row.group !== null && row.sequence > cutUpTo && row.sequence < next);
    return !this.isEnded;
  }

  /**
   * Appends a group.
   * @returns when it is written. Never resolves if another owner has the shard or the log was ended.
   */
  append(group: Uint8Array): Promise<void> {
    const appended = this.last.then(() => this.appendNext(group));
    this.last = appended;
    return appended;
  }

  /**
   * Cuts everything up to a sequence, which must be complete in other storage. The last row stays.
   * @throws the store's error; the call can be repeated.
   */
  async cut(upTo: number): Promise<void> {
    if (this.isEnded) return;
    const end = Math.min(upTo, this.sequence - 1);
    const sequences = this.groups.filter(({ sequence }) => sequence <= end).map(({ sequence }) => sequence);
    if (sequences.length === 0) return;
    await this.options.store.remove(this.options.shard, sequences);
    this.cutUpTo = Math.max(end, this.cutUpTo);
    this.groups = this.groups.filter(({ sequence }) => sequence > end);
  }

  private async appendNext(group: Uint8Array): Promise<void> {
    const sequence = this.next;
    const row = { epoch: this.options.epoch, group, cut: this.cutUpTo };
    const inPlace = await this.install(row);
    if (inPlace !== undefined) {
      this.lose();
      await new Promise<never>(() => undefined);
    }
    this.groups.push({ ...row, sequence });
  }

  /** Writes a row at the next sequence. @returns another owner's row, if one exists there. */
  private async install(row: LogRow): Promise<LogRow | undefined> {
    const { shard, store } = this.options;
    const inPlace = await this.insist(() => store.insert(shard, this.next, row));
    // Within an epoch there is a single writer, and only one content is tried per sequence, so the row is from an
    // earlier attempt.
    if (inPlace !== undefined && inPlace.epoch !== row.epoch) return inPlace;
    this.next++;
    return undefined;
  }

  private lose(): false {
    if (!this.isEnded) {
      this.isEnded = true;
      this.options.onLost();
    }
    return false;
  }

  /** Repeats the attempt until it is answered. Never returns once the log is ended. */
  private async insist<T>(attempt: () => Promise<T>): Promise<T> {
    for (let delay = FIRST_RETRY_MILLIS; ; delay = Math.min(delay * 2, LAST_RETRY_MILLIS)) {
      if (this.isEnded) return new Promise<never>(() => undefined);
      try {
        const answer = await attempt();
        if (this.isEnded) return await new Promise<never>(() => undefined);
        return answer;
      } catch {
        await pause(this.options.scheduler, delay);
      }
    }
  }
}
