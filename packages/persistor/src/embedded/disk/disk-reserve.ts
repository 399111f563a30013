/**
 * Room for opening a partition on a full disk. Opening after a crash writes the log into tables before it removes it, so
 * a process that was killed while the disk is full could not even start to be read. The file `RESERVE` is as large as
 * what that takes; it is removed before opening where the disk has no more room than that, and made again later.
 */
import { randomFillSync } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scheduler } from '@weir/model';
import type { DirectoryWatch } from './directory-watch.js';

const RESERVE_FILE = 'RESERVE';
/** Two logs, each as large as LevelDB's write buffer: one may be on its way into a table. */
export const RESERVE_BYTES = 8 << 20;
const BLOCK_BYTES = 1 << 20;
/** A disk with less room than so many reserves keeps it for data. */
const AMPLE = 4;
/** After opening: what a start writes comes before. */
const FIRST_MILLIS = 10_000;
const RETRY_MILLIS = 60_000;

export class DiskReserve {
  private readonly file: string;
  /** It was needed for opening: made again as soon as it fits. */
  private isReleased = false;
  private isStopped = false;
  private cancelTimer: () => void = () => undefined;

  constructor(private readonly location: string) {
    this.file = join(location, RESERVE_FILE);
  }

  /** Before the partition is opened, in a directory that exists. */
  async makeRoom(): Promise<void> {
    if ((await this.freeBytes()) >= RESERVE_BYTES || !(await this.isWhole())) return;
    await rm(this.file, { force: true });
    this.isReleased = true;
  }

  /** Makes the reserve where it is missing, a while from now. */
  keep(watch: DirectoryWatch, scheduler: Scheduler | undefined): void {
    if (scheduler !== undefined) this.makeLater(watch, scheduler, FIRST_MILLIS);
  }

  stop(): void {
    this.isStopped = true;
    this.cancelTimer();
  }

  private makeLater(watch: DirectoryWatch, scheduler: Scheduler, millis: number): void {
    if (this.isStopped) return;
    this.cancelTimer = scheduler.after(millis, () => {
      this.make(watch).then(
        isMade => !isMade && this.makeLater(watch, scheduler, RETRY_MILLIS),
        // The directory is gone, or is not to be written to: other writes report that.
        () => undefined,
      );
    });
  }

  /** @returns whether the reserve is there. Rejects when the directory is not ours any more. */
  private async make(watch: DirectoryWatch): Promise<boolean> {
    await watch.check();
    if (await this.isWhole()) return true;
    const least = this.isReleased ? RESERVE_BYTES : AMPLE * RESERVE_BYTES;
    if ((await this.freeBytes()) < least) return false;
    try {
      await this.write();
      return true;
    } catch {
      // There was not enough room after all.
      await rm(this.file, { force: true });
      return false;
    }
  }

  private async write(): Promise<void> {
    // Random, since a file system may compress.
    const block = randomFillSync(Buffer.allocUnsafe(BLOCK_BYTES));
    const file = await open(this.file, 'w', 0o600);
    try {
      for (let written = 0; written < RESERVE_BYTES; written += BLOCK_BYTES) await file.writeFile(block);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  private async isWhole(): Promise<boolean> {
    return stat(this.file).then(
      ({ size }) => size === RESERVE_BYTES,
      () => false,
    );
  }

  private async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.location);
    return bavail * bsize;
  }
}
