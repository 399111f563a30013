/** Bytes of a reader in chunks of a requested length. */
import type { ByteReader } from './byte-reader.js';

const BLOCK_BYTES = 64 * 1024;

export class PulledBytes {
  private block = Buffer.alloc(0);
  private start = 0;
  private end = 0;

  constructor(private readonly reader: ByteReader) {}

  /** Valid until the next call. `undefined` if fewer bytes are left; then `left` is their number. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.end - this.start < length) if (!(await this.fill(length))) return undefined;
    const bytes = this.block.subarray(this.start, this.start + length);
    this.start += length;
    return bytes;
  }

  /** Number of bytes read and not consumed. */
  get left(): number {
    return this.end - this.start;
  }

  /** @returns whether bytes arrived. */
  private async fill(wanted: number): Promise<boolean> {
    const kept = this.end - this.start;
    // Allocates memory as bytes arrive, not as much as they are claimed to be.
    const room = Math.min(wanted, Math.max(BLOCK_BYTES, kept * 2));
    if (this.block.length - this.start < Math.max(room, kept + 1) || this.end === this.block.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, room, kept * 2));
      this.block.copy(larger, 0, this.start, this.end);
      this.block = larger;
      this.start = 0;
      this.end = kept;
    }
    const read = await this.reader.read(this.block, this.end);
    this.end += read;
    return read > 0;
  }
}
