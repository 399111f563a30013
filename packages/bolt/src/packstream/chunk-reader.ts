/** Joins the chunks of messages. Nothing is stored beyond the maximum size of a message. */
import { InvalidMessage } from './pack-reader.js';

const HEAD_BYTES = 2;

export class ChunkReader {
  private parts: Buffer[] = [];
  private size = 0;
  /** Bytes of the current chunk that have not arrived. */
  private missing = 0;
  /** The first byte of a size whose second has not arrived. */
  private half: number | undefined;

  /** @param onMessage called with each complete message. */
  constructor(
    public maximumBytes: number,
    private readonly onMessage: (message: Buffer) => void,
  ) {}

  /** Bytes of the message that is being received. */
  get receivedBytes(): number {
    return this.size;
  }

  /** @throws InvalidMessage for a message that is too large; nothing can be read afterwards. */
  add(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.missing === 0) at = this.head(bytes, at);
      const end = Math.min(bytes.length, at + this.missing);
      if (end > at) {
        this.parts.push(bytes.subarray(at, end));
        this.missing -= end - at;
        at = end;
      }
    }
  }

  private head(bytes: Buffer, at: number): number {
    if (this.half === undefined && bytes.length - at < HEAD_BYTES) {
      this.half = bytes[at]!;
      return at + 1;
    }
    const next = this.half === undefined ? at + HEAD_BYTES : at + 1;
    const size = ((this.half ?? bytes[at]!) << 8) | bytes[next - 1]!;
    this.half = undefined;
    if (size === 0) this.complete();
    else if (this.size + size > this.maximumBytes) {
      throw new InvalidMessage(`A message can have at most ${this.maximumBytes} bytes here`);
    }
    this.size += size;
    this.missing = size;
    return next;
  }

  /** An empty chunk without a message before it keeps the connection alive. */
  private complete(): void {
    if (this.size === 0) return;
    const message = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
    this.parts = [];
    this.size = 0;
    this.onMessage(message);
  }
}
