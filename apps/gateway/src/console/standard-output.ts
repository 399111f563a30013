/**
 * Standard output that never blocks the program. The runtime's own stream blocks everything, including requests, until
 * its reader has consumed the output; this stream waits asynchronously, so only code that prints is delayed.
 */
import { write } from 'node:fs';
import { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import type { Scheduler } from '@weir/platform';

const DESCRIPTOR = 1;
/** Delay before the next attempt when the reader has no room. */
const RETRY_MILLIS = 10;

/** Whether a person uses the terminal. */
export function isInteractive(): boolean {
  return isatty(0) && isatty(DESCRIPTOR);
}

export class StandardOutput extends Writable {
  constructor(private readonly scheduler: Scheduler) {
    super({ decodeStrings: true });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.writeFrom(chunk, 0, done);
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    done: (error?: Error | null) => void,
  ): void {
    this.writeFrom(Buffer.concat(chunks.map(({ chunk }) => chunk)), 0, done);
  }

  private writeFrom(bytes: Buffer, start: number, done: (error?: Error | null) => void): void {
    if (start === bytes.length) return done();
    write(DESCRIPTOR, bytes, start, (error, written) => {
      if (!error) this.writeFrom(bytes, start + written, done);
      else if (error.code === 'EAGAIN') {
        this.scheduler.after(RETRY_MILLIS, () => this.writeFrom(bytes, start, done));
      } else done(error);
    });
  }
}
