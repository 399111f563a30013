/**
 * Keeps the log of one partition short: once it is long enough, the owner stores a snapshot of its tables, and removes
 * the rows that no reader needs any longer.
 *
 * The two newest snapshots are kept, and the log from the older one on. So a spare that is behind by less than the log
 * since the older snapshot reads only rows, and a damaged snapshot does no harm.
 */
import type { LogPosition, LogStore, SnapshotStore, StoredSnapshot } from '@weir/cluster';
import { type Environment, messageOf } from '@weir/platform';
import { type StoreCut, writePartition, type WriteHold } from '@weir/persistor';

/** A store whose content can be copied. */
export interface SnapshotSource {
  /** Returns the position from which the log must be applied to a copy made now, if it is known. */
  cutPosition(): LogPosition | undefined;
  holdWrites(): Promise<WriteHold>;
}

export interface SnapshotKeeperOptions extends SnapshotSource {
  readonly partition: string;
  readonly log: LogStore;
  readonly snapshots: SnapshotStore;
  /** Length of the log since a snapshot, in bytes, at which the next one is made. */
  readonly intervalBytes: number;
  readonly environment: Environment;
}

/** Number of complete snapshots that are kept. */
const KEPT = 2;
const RETRY_MILLIS = 10_000;

export class SnapshotKeeper {
  private stored: readonly StoredSnapshot[] | undefined;
  private work: Promise<void> = Promise.resolve();
  private isBusy = false;
  private isFailing = false;
  private retryAt = 0;
  private readonly ending = new AbortController();

  constructor(private readonly options: SnapshotKeeperOptions) {}

  /** The log has grown. Returns immediately; a snapshot that is due is made meanwhile. */
  grown(): void {
    const { environment } = this.options;
    if (this.isBusy || !this.isDue || environment.clock.now() < this.retryAt) return;
    this.isBusy = true;
    this.work = this.keep().finally(() => (this.isBusy = false));
  }

  /** Gives up a snapshot that is being made. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.work;
  }

  /** Not before the snapshot is as long as the log that it replaces: a large graph is not copied for a few changes. */
  private get isDue(): boolean {
    if (this.ending.signal.aborted) return false;
    const position = this.options.cutPosition();
    if (position === undefined) return false;
    const newest = this.stored?.at(-1);
    const interval = Math.max(this.options.intervalBytes, newest?.bytes ?? 0);
    return position.offset - (newest?.offset ?? 0) >= interval;
  }

  private async keep(): Promise<void> {
    const { partition, environment } = this.options;
    try {
      if (this.stored === undefined) {
        this.stored = await this.options.snapshots.list();
        if (!this.isDue) return;
      }
      await this.make();
      await this.removeOld();
      this.isFailing = false;
    } catch (error) {
      if (this.ending.signal.aborted) return;
      this.retryAt = environment.clock.now() + RETRY_MILLIS;
      if (!this.isFailing)
        environment.logger.log('warn', 'the log of the graph cannot be shortened; retrying', {
          partition,
          error: messageOf(error),
        });
      this.isFailing = true;
    }
  }

  private async make(): Promise<void> {
    const { partition, snapshots, environment } = this.options;
    const hold = await this.options.holdWrites();
    let position: LogPosition | undefined;
    let cut: StoreCut;
    try {
      position = this.options.cutPosition();
      cut = hold.cut();
    } finally {
      hold.release();
    }
    try {
      if (position === undefined) return;
      const content = writePartition(partition, cut, environment.clock.now());
      const snapshot = await snapshots.write(position, this.untilEnd(content));
      this.stored = [...(this.stored ?? []), snapshot];
      const { sequence, bytes } = snapshot;
      environment.logger.log('debug', 'a snapshot of the graph was stored', { partition, sequence, bytes });
    } finally {
      await cut.close();
    }
  }

  private async removeOld(): Promise<void> {
    const kept = this.stored?.slice(-KEPT) ?? [];
    if (kept.length < KEPT) return;
    const { sequence } = kept[0]!;
    await this.options.log.cut(sequence);
    await this.options.snapshots.removeBefore(sequence);
    this.stored = kept;
  }

  private async *untilEnd(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      this.ending.signal.throwIfAborted();
      yield chunk;
    }
  }
}
