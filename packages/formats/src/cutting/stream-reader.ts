/**
 * Reads a Node stream, such as standard input, on demand. The reader does not own the stream: closing it leaves the
 * stream open, with all unread data in it.
 */
import type { Readable } from 'node:stream';
import type { ByteReader } from './byte-reader.js';

const CHANGES = ['readable', 'end', 'close', 'error'] as const;

export class StreamReader implements ByteReader {
  private isClosed = false;
  private wake: (() => void) | undefined;

  constructor(private readonly stream: Readable) {}

  async read(into: Uint8Array, offset: number): Promise<number> {
    const { stream } = this;
    while (!this.isClosed) {
      const block = stream.read() as Buffer | null;
      if (block !== null) return this.take(block, into, offset);
      if (stream.errored) throw stream.errored;
      if (stream.readableEnded || stream.destroyed) return 0;
      await this.change();
    }
    return 0;
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.wake?.();
    return Promise.resolve();
  }

  private take(block: Buffer, into: Uint8Array, offset: number): number {
    const length = Math.min(block.length, into.length - offset);
    into.set(block.subarray(0, length), offset);
    if (length < block.length) this.stream.unshift(block.subarray(length));
    return length;
  }

  /** Resolves when there may be data, or at the end of the stream, or when the reader is closed. */
  private change(): Promise<void> {
    return new Promise(resolve => {
      const wake = (): void => {
        for (const event of CHANGES) this.stream.off(event, wake);
        this.wake = undefined;
        resolve();
      };
      for (const event of CHANGES) this.stream.on(event, wake);
      this.wake = wake;
    });
  }
}
