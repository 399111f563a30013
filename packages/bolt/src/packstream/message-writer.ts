/** Writes messages as chunks: two bytes of size, up to 65,535 bytes, and an empty chunk at the end of a message. */
import { PackWriter } from './pack-writer.js';

const CHUNK_BYTES = 0xffff;
const HEAD_BYTES = 2;

export class MessageWriter extends PackWriter {
  private start = 0;

  /** Number of bytes written since the last `take`. */
  get size(): number {
    return this.length;
  }

  /** Begins a message: a structure with that many fields. */
  begin(tag: number, fields: number): void {
    this.start = this.length;
    this.room(HEAD_BYTES);
    this.length += HEAD_BYTES;
    this.structure(tag, fields);
  }

  end(): void {
    const first = this.start + HEAD_BYTES;
    const size = this.length - first;
    if (size > CHUNK_BYTES) this.split(first, size);
    else this.bytes.writeUInt16BE(size, this.start);
    this.room(HEAD_BYTES);
    this.bytes.writeUInt16BE(0, this.length);
    this.length += HEAD_BYTES;
  }

  /** Discards the message that was begun. */
  abandon(): void {
    this.length = this.start;
  }

  /** Returns all complete messages and starts again. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }

  /** Inserts the sizes of further chunks, from the last one backwards. */
  private split(first: number, size: number): void {
    const chunks = Math.ceil(size / CHUNK_BYTES);
    this.room((chunks - 1) * HEAD_BYTES);
    for (let chunk = chunks - 1; chunk >= 0; chunk--) {
      const from = first + chunk * CHUNK_BYTES;
      const to = from + chunk * HEAD_BYTES;
      const end = Math.min(first + size, from + CHUNK_BYTES);
      this.bytes.copyWithin(to, from, end);
      this.bytes.writeUInt16BE(end - from, to - HEAD_BYTES);
    }
    this.length += (chunks - 1) * HEAD_BYTES;
  }
}
