/**
 * Decides when lines continue in another file. The current file always has the path itself; a full file is renamed
 * atomically to the next number. So after a crash at any time, writing resumes at the path.
 */
import { stat } from 'node:fs/promises';
import type { FileRotation } from '../definition/file-rotation.js';
import type { Clock } from '@weir/platform';

const MINUTE_MILLIS = 60_000;
const MILLIS = { MINUTE: MINUTE_MILLIS, HOUR: 60 * MINUTE_MILLIS, DAY: 24 * 60 * MINUTE_MILLIS } as const;

export class FileTurns {
  private size = 0;
  private writtenAt = 0;

  constructor(
    private readonly path: string,
    private readonly limits: FileRotation,
    private readonly clock: Clock,
  ) {}

  /** Inspects the existing file, before the first line and after errors. @throws Error if the path is not a file. */
  async inspect(): Promise<void> {
    try {
      const found = await stat(this.path);
      if (!found.isFile()) throw new Error('only files can be rotated');
      this.size = found.size;
      // Repairing a line does not count as writing.
      this.writtenAt ||= found.mtimeMs;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.size = 0;
    }
  }

  /** Returns how many lines, counted from one on, still fit in this file; 0: the next file is due. */
  room(lines: readonly string[], from: number): number {
    const { maxBytes = Infinity, every } = this.limits;
    if (every !== undefined && this.size > 0) {
      const period = (millis: number): number => Math.floor(millis / MILLIS[every]);
      if (period(this.writtenAt) !== period(this.clock.now())) return 0;
    }
    let { size } = this;
    let count = 0;
    for (const line of lines.slice(from)) {
      const bytes = Buffer.byteLength(line);
      if (size > 0 && size + bytes > maxBytes) break;
      size += bytes;
      count++;
    }
    return count;
  }

  wrote(text: string): void {
    this.size += Buffer.byteLength(text);
    this.writtenAt = this.clock.now();
  }

  /** Call when the file has its new name. */
  moved(): void {
    this.size = 0;
  }
}
