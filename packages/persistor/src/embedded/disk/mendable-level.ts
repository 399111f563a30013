/**
 * A LevelDB that is reopened after a failed change. When the disk is full, the log may end with part of a record, and
 * LevelDB could not read back anything it appends after that. A failure in the background makes it reject every later
 * change. Opening truncates the log before the torn record, which was never acknowledged, and starts another.
 *
 * Opening writes too. So before closing, a probe file is written to check for room. Until there is enough, stored data
 * can still be read.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import type { DirectoryWatch } from './directory-watch.js';

const PROBE_FILE = 'PROBE';
/** The most that opening writes: a table the size of LevelDB's write buffer. */
const PROBE_BYTES = 4 << 20;

export class MendableLevel {
  private isBroken = false;
  private mending: Promise<void> | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    readonly level: ClassicLevel<Buffer, Buffer>,
    private readonly watch: DirectoryWatch,
  ) {}

  /** Runs a change. After a failed change, repairs the store first, and fails until that succeeds. */
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
    // LevelDB would create a new store in an empty directory.
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
