/**
 * Detects that the directory of an open partition was deleted, moved or replaced. The process could continue to write,
 * because its files exist for as long as they are open, so everything acknowledged since then would be lost with them.
 * And without the file `LOCK` at its path, another process can open the partition.
 *
 * LevelDB keeps `LOCK` open, so no other file can get its inode number while the partition is open. The file is never
 * opened here, because closing it would release the lock.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { every, WeirError, type Scheduler } from '@weir/platform';

const CHECK_MILLIS = 1_000;

export class DirectoryWatch {
  /** Resolves once with `store.missing` when another directory, or none, is at the path. */
  readonly lost: Promise<WeirError>;
  private reportLost!: (reason: WeirError) => void;
  private reason: WeirError | undefined;
  private readonly end: () => void;

  private constructor(
    private readonly location: string,
    private readonly lock: string,
    scheduler: Scheduler | undefined,
  ) {
    this.lost = new Promise(resolve => (this.reportLost = resolve));
    // `lost` reports what a check finds.
    const check = (): Promise<void> => this.check().catch(() => undefined);
    this.end = scheduler === undefined ? () => undefined : every(scheduler, CHECK_MILLIS, check);
  }

  /**
   * Call after the partition was opened.
   * @param scheduler checks every second; if absent, only calls of `check` do.
   */
  static async begin(location: string, scheduler: Scheduler | undefined): Promise<DirectoryWatch> {
    return new DirectoryWatch(location, await identityOf(join(location, 'LOCK')), scheduler);
  }

  /** Why further writes are not allowed. */
  get loss(): WeirError | undefined {
    return this.reason;
  }

  /** @throws WeirError `store.missing` */
  async check(): Promise<void> {
    this.reason ??= await this.problem();
    if (this.reason === undefined) return;
    this.stop();
    this.reportLost(this.reason);
    throw this.reason;
  }

  stop(): void {
    this.end();
  }

  private async problem(): Promise<WeirError | undefined> {
    try {
      if ((await identityOf(join(this.location, 'LOCK'))) !== this.lock)
        return missing(this.location, 'replaced');
      await stat(join(this.location, 'CURRENT'));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return missing(this.location, 'deleted or moved', error);
      // The directory cannot be examined now. If it is unusable, writes fail anyway.
    }
    return undefined;
  }
}

async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path, { bigint: true });
  return `${dev}:${ino}`;
}

function missing(location: string, what: string, cause?: unknown): WeirError {
  return new WeirError(
    'store.missing',
    `The data directory ${location}, or a part of it, was ${what} while it was in use. Nothing more is written, and ` +
      'what was written since then may be lost. Put the data directory back, or choose another one, and start again.',
    { cause },
  );
}
