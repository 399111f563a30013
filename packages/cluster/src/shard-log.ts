/**
 * The log of one shard, as its owner of one epoch writes it. A row's place is the next sequence, and only one row ever
 * gets there: so two who both believe that they own the shard can't both write, however long one of them stood still
 * and whatever its clock shows. Who finds another one's row in its place has lost the shard, for good.
 *
 * Invariant: the rows of an epoch stand together, behind the row with which it begins. The one place where an earlier
 * owner could still write is the one behind its last row, and there stands the row that begins the next epoch. So such
 * rows are never cut, nor is the last row of all: from an emptied end the next owner would begin further down than where
 * a late one is going to write.
 *
 * An attempt that fails leaves open whether the row is there, and it may still get there. It is made again, with the
 * same content, until that is known: nothing else is ever tried in its place. The failed attempt may even take effect
 * when the row was written by the next one and cut since: so each row says how far the log was cut, and what is found
 * below that is nothing. Cost: one conditional write per group.
 */
import { pause, type Scheduler } from '@weir/model';
import type { LogRow, LogStore, PlacedRow } from './log-store.js';

const FIRST_RETRY_MILLIS = 10;
const LAST_RETRY_MILLIS = 2_000;

export interface ShardLogOptions {
  readonly shard: number;
  readonly epoch: number;
  readonly store: LogStore;
  readonly scheduler: Scheduler;
  /** Called once, when somebody else has the shard. Nothing is appended or answered after it. */
  onLost(): void;
}

export class ShardLog {
  /** Groups that no checkpoint has passed over, in order. */
  private groups: PlacedRow[] = [];
  private next = 1;
  private cutUpTo = 0;
  private isEnded = false;
  /** Appends are made one after the other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ShardLogOptions) {}

  /** The log is this owner's no longer, or it wants nothing of it any more. What is under way stays open. */
  end(): void {
    this.isEnded = true;
  }

  /** Of the last row that is known to be there. */
  get sequence(): number {
    return this.next - 1;
  }

  /** What is in the log and was not cut, in order. */
  get recent(): readonly PlacedRow[] {
    return this.groups;
  }

  /**
   * Begins the epoch: nobody else writes from then on, and what others had written is there to be read. First of all.
   * @returns whether the log is this owner's; `false`: another epoch has begun, and `onLost` was called.
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
      const inPlace = await this.place({ epoch, group: null, cut: this.cutUpTo });
      if (inPlace === undefined) break;
      rows = await this.insist(() => store.rows(shard));
    }
    rows = await this.insist(() => store.rows(shard));
    const { next, cutUpTo } = this;
    this.groups = rows.filter(row => row.group !== null && row.sequence > cutUpTo && row.sequence < next);
    return !this.isEnded;
  }

  /**
   * Writes a group behind all others.
   * @returns when it is there. Never, when somebody else has the shard or the log was ended.
   */
  append(group: Uint8Array): Promise<void> {
    const appended = this.last.then(() => this.appendNext(group));
    this.last = appended;
    return appended;
  }

  /**
   * Everything up to a sequence stands elsewhere too, and is complete: it is no longer recent. The last row stays.
   * @throws what the store fails with; then it can be done again.
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
    const inPlace = await this.place(row);
    if (inPlace !== undefined) {
      this.lose();
      await new Promise<never>(() => undefined);
    }
    this.groups.push({ ...row, sequence });
  }

  /** Writes a row in the next place. @returns the row of somebody else that is there. */
  private async place(row: LogRow): Promise<LogRow | undefined> {
    const { shard, store } = this.options;
    const inPlace = await this.insist(() => store.insert(shard, this.next, row));
    // Within an epoch nobody else writes, and in one place nothing else is tried: it is an earlier attempt's.
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

  /** Until it is answered. Never goes on once the log is ended. */
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
