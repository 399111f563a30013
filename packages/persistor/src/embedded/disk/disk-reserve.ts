/**
 * Reserves room for opening a partition on a full disk. Opening after a crash writes the log into tables before it
 * removes the log, so a process that was killed on a full disk could not start even to read. The file `RESERVE` is as
 * large as opening may need. It is removed before opening if the disk has less than that available, and recreated
 * later.
 */
import { randomFillSync } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scheduler } from '@weir/platform';
import type { DirectoryWatch } from './directory-watch.js';

const RESERVE_FILE = 'RESERVE';
/** Two logs, each the size of LevelDB's write buffer, because one may be in the process of becoming a table. */
export const RESERVE_BYTES = 8 << 20;
const BLOCK_BYTES = 1 << 20;
/** A disk with less room than this many reserves is left to data. */
const AMPLE = 4;
/** Delay after opening, so that writes at startup have priority. */
const FIRST_MILLIS = 10_000;
const RETRY_MILLIS = 60_000;

export class DiskReserve {
  private readonly file: string;
  /** The reserve was needed for opening; it is recreated as soon as it fits. */
  private isReleased = false;
  private isStopped = false;
  private cancelTimer: () => void = () => undefined;

  constructor(private readonly location: string) {
    this.file = join(location, RESERVE_FILE);
  }

  /** To be called before the partition is opened, in an existing directory. */
  async makeRoom(): Promise<void> {
    if ((await this.freeBytes()) >= RESERVE_BYTES || !(await this.isWhole())) return;
    await rm(this.file, { force: true });
    this.isReleased = true;
  }

  /** Creates the reserve later if it is missing. */
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
        // The directory is missing or not writable; other writes report that.
        () => undefined,
      );
    });
  }

  /** @returns whether the reserve exists. Rejects if the directory was replaced. */
  private async make(watch: DirectoryWatch): Promise<boolean> {
    await watch.check();
    if (await this.isWhole()) return true;
    const least = this.isReleased ? RESERVE_BYTES : AMPLE * RESERVE_BYTES;
    if ((await this.freeBytes()) < least) return false;
    try {
      await this.write();
      return true;
    } catch {
      // The disk did not have enough room after all.
      await rm(this.file, { force: true });
      return false;
    }
  }

  private async write(): Promise<void> {
    // Random, because the file system may compress.
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
