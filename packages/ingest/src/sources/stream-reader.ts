/** Reads a Node stream, such as standard input, at the pace it is asked. */
import type { Readable } from 'node:stream';
import type { ByteReader } from './byte-reader.js';

export class StreamReader implements ByteReader {
  private readonly blocks: AsyncIterator<Uint8Array>;
  private block: Uint8Array | undefined;
  private used = 0;
  private readonly closing: Promise<'closed'>;
  private markClosed!: (value: 'closed') => void;

  constructor(stream: Readable) {
    // Standard input belongs to the process: leaving the loop must not destroy it.
    this.blocks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
    this.closing = new Promise(resolve => (this.markClosed = resolve));
  }

  async read(into: Uint8Array, offset: number): Promise<number> {
    if (this.block === undefined) {
      const next = await Promise.race([this.blocks.next(), this.closing]);
      if (next === 'closed' || next.done === true) return 0;
      this.block = next.value;
      this.used = 0;
    }
    const length = Math.min(this.block.length - this.used, into.length - offset);
    into.set(this.block.subarray(this.used, this.used + length), offset);
    this.used += length;
    if (this.used === this.block.length) this.block = undefined;
    return length;
  }

  close(): Promise<void> {
    this.markClosed('closed');
    return Promise.resolve();
  }
}
