/**
 * Standard output that never stops the program. The runtime's own stream holds everything, requests included,
 * until its reader takes what was written; this one waits beside, so that only those who print wait.
 */
import { write } from 'node:fs';
import { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import type { Scheduler } from '@weir/model';

const DESCRIPTOR = 1;
/** The reader has no room: so long until it is asked again. */
const RETRY_MILLIS = 10;

/** Somebody sits in front of it. */
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
