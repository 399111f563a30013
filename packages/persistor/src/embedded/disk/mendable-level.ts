/**
 * A LevelDB that is opened anew after a change failed. When the disk is full, a part of a record may be in the log: what
 * LevelDB appends after it could not be read again. And a failure in the background makes it refuse every later change.
 * Opening cuts the log off before the torn record, which nobody was told is safe, and begins another.
 *
 * Opening writes too. So before it is closed, a file is written that shows whether there is room: while there is none,
 * what is stored can still be read.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import type { DirectoryWatch } from './directory-watch.js';

const PROBE_FILE = 'PROBE';
/** What opening writes at the most: a table as large as LevelDB's write buffer. */
const PROBE_BYTES = 4 << 20;

export class MendableLevel {
  private isBroken = false;
  private mending: Promise<void> | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    readonly level: ClassicLevel<Buffer, Buffer>,
    private readonly watch: DirectoryWatch,
  ) {}

  /** Runs a change; after one that failed the store is mended first, and this fails as long as that does. */
  async change(run: () => Promise<void>): Promise<void> {
    if (this.watch.loss !== undefined) throw this.watch.loss;
    if (this.isBroken) await this.mend();
    const change = run();
    this.underWay.add(change);
    try {
      await change;
    } catch (error) {
      this.isBroken = true;
      throw error;
    } finally {
      this.underWay.delete(change);
    }
  }

  private mend(): Promise<void> {
    this.mending ??= this.reopen().finally(() => (this.mending = undefined));
    return this.mending;
  }

  private async reopen(): Promise<void> {
    await Promise.allSettled(this.underWay);
    // LevelDB would make another store in an empty directory.
    await this.watch.check();
    await this.probe();
    await this.level.close();
    await this.level.open();
    this.isBroken = false;
  }

  private async probe(): Promise<void> {
    const file = join(this.level.location, PROBE_FILE);
    try {
      await writeFile(file, Buffer.alloc(PROBE_BYTES, 1));
    } finally {
      await rm(file, { force: true });
    }
  }
}
