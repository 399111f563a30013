/**
 * Appends to a file, or to a named pipe at the pace of its reader. Avoids blocking in the operating system, where it
 * could not be canceled: a pipe without a reader is an error, and a full pipe is retried.
 */
import { constants, type PathLike } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pause, type Scheduler } from '@weir/platform';

const { O_APPEND, O_CREAT, O_WRONLY } = constants;
/** Not available on every system. */
const FLAGS = O_WRONLY | O_APPEND | O_CREAT | (constants.O_NONBLOCK ?? 0);
const FULL_PIPE_MILLIS = 20;

export class Appender {
  private readonly closing = new AbortController();

  private constructor(
    private readonly file: FileHandle,
    private readonly scheduler: Scheduler,
  ) {}

  static async open(path: PathLike, scheduler: Scheduler): Promise<Appender> {
    return new Appender(await open(path, FLAGS), scheduler);
  }

  /**
   * Rejects if the write failed, or if the appender was closed before it finished; then part of the text may be
   * written.
   */
  async append(text: string): Promise<void> {
    const { signal } = this.closing;
    let rest = Buffer.from(text);
    while (rest.length > 0) {
      try {
        const { bytesWritten } = await this.file.write(rest, 0, rest.length, null);
        rest = rest.subarray(bytesWritten);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || signal.aborted) throw error;
        await pause(this.scheduler, FULL_PIPE_MILLIS, signal);
      }
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.file.close();
  }
}
