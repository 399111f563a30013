/**
 * Full files beside the current one: `results.000001.jsonl`, compressed `results.000001.jsonl.gz`. Compression writes
 * another file and renames it when it is complete; only then is the original removed. So after a crash at any time,
 * every line exists, and interrupted work is repeated. The newest file is always kept, so that numbers are never
 * reused.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileRotation } from '../definition/file-rotation.js';
import type { Clock } from '@weir/platform';

const DIGITS = 6;
const PACKED = '.gz';
const UNFINISHED = '.gz.part';
const DAY_MILLIS = 24 * 60 * 60_000;

interface RotatedFile {
  readonly number: number;
  /** Without `.gz`. */
  readonly path: string;
  readonly isPacked: boolean;
}

export class RotatedFiles {
  private readonly extension: string;
  private readonly stem: string;
  private readonly folder: string;
  private work: Promise<void> = Promise.resolve();

  /** @param check returns whether an output may write a file. */
  constructor(
    path: string,
    private readonly limits: Pick<FileRotation, 'compress' | 'keepFiles' | 'keepDays'>,
    private readonly clock: Clock,
    private readonly check: (path: string) => Promise<string>,
  ) {
    this.extension = extname(path);
    this.stem = basename(path, this.extension);
    this.folder = dirname(path);
  }

  /** The number after the existing files: `results.000001.jsonl`, `results.000002.jsonl`. */
  async nextPath(): Promise<string> {
    const last = (await this.list()).at(-1)?.number ?? 0;
    return join(this.folder, `${this.stem}.${String(last + 1).padStart(DIGITS, '0')}${this.extension}`);
  }

  /**
   * Compresses uncompressed files and removes excess ones.
   * @param failed receives errors; the work is retried next time.
   * @returns when the work of an earlier call is complete: at most one file waits for compression.
   */
  tidy(failed: (error: unknown) => void): Promise<void> {
    const before = this.work;
    this.work = before.then(() => this.tidyNow()).catch(failed);
    return before;
  }

  /** @returns when no work is in progress. */
  settled(): Promise<void> {
    return this.work;
  }

  private async tidyNow(): Promise<void> {
    if (this.limits.compress !== undefined) {
      for (const { path, isPacked } of await this.list()) if (!isPacked) await this.pack(path);
    }
    await this.removeOld();
  }

  private async pack(path: string): Promise<void> {
    await this.check(path);
    const { atime, mtime } = await stat(path);
    const unfinished = this.pathOfPart(path);
    await pipeline(createReadStream(path), createGzip(), createWriteStream(unfinished));
    const file = await open(unfinished, 'r+');
    await file.sync();
    await file.close();
    await utimes(unfinished, atime, mtime);
    await rename(unfinished, path + PACKED);
    await rm(path);
  }

  private async removeOld(): Promise<void> {
    const { keepFiles = Infinity, keepDays } = this.limits;
    const files = await this.list();
    const oldest = keepDays === undefined ? -Infinity : this.clock.now() - keepDays * DAY_MILLIS;
    for (const [i, { path, isPacked }] of files.slice(0, -1).entries()) {
      const found = isPacked ? path + PACKED : path;
      const isTooMuch = files.length - i > keepFiles || (await stat(found)).mtimeMs < oldest;
      if (isTooMuch && (await this.isOwn(path, isPacked))) await rm(found);
    }
  }

  /** Whether the file contains lines as outputs write them. */
  private async isOwn(path: string, isPacked: boolean): Promise<boolean> {
    if (!isPacked)
      return this.check(path).then(
        checked => checked === path,
        () => false,
      );
    const lines = createReadStream(path + PACKED).pipe(createGunzip());
    try {
      for await (const piece of lines) return (piece as Buffer)[0] === BRACE;
    } catch {
      return false;
    }
    return false;
  }

  /** Sorted by number, each once: for a file being compressed, the complete version. */
  private async list(): Promise<RotatedFile[]> {
    const { stem, extension, folder } = this;
    const files = new Map<number, RotatedFile>();
    for (const name of await readdir(folder)) {
      const isPacked = name.endsWith(extension + PACKED);
      const end = isPacked ? extension + PACKED : extension;
      if (!name.startsWith(`${stem}.`) || !name.endsWith(end)) continue;
      const middle = name.slice(stem.length + 1, name.length - end.length);
      if (!/^\d{6,15}$/.test(middle)) continue;
      const number = Number(middle);
      if (!isPacked || !files.has(number))
        files.set(number, { number, path: join(folder, `${stem}.${middle}${extension}`), isPacked });
    }
    return [...files.values()].sort((one, other) => one.number - other.number);
  }

  private pathOfPart(path: string): string {
    return path.slice(0, path.length - this.extension.length) + UNFINISHED;
  }
}

const BRACE = '{'.charCodeAt(0);
