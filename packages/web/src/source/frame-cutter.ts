/**
 * Splits a stream of bytes into messages, each preceded by its length in four bytes, big-endian. Chunks are joined once
 * for each message that spans several of them.
 */
export const LONGEST_FRAME = 10 * 1024 * 1024;
const LENGTH_BYTES = 4;

export class FrameCutter {
  private readonly pieces: Uint8Array[] = [];
  private held = 0;
  /** Length of the current message, once it is read. */
  private length: number | undefined;

  /** @param take receives each complete message. @throws Error for a length above the maximum. */
  add(piece: Uint8Array, take: (message: Uint8Array) => void): void {
    this.pieces.push(piece);
    this.held += piece.length;
    for (;;) {
      if (this.length === undefined) {
        if (this.held < LENGTH_BYTES) return;
        const length = Buffer.from(this.take(LENGTH_BYTES)).readUInt32BE();
        if (length > LONGEST_FRAME)
          throw new Error(`A message of ${length} bytes is longer than ${LONGEST_FRAME}`);
        this.length = length;
      }
      if (this.held < this.length) return;
      const { length } = this;
      this.length = undefined;
      take(this.take(length));
    }
  }

  /** Whether a message has started and is incomplete. */
  get isWithinFrame(): boolean {
    return this.held > 0 || this.length !== undefined;
  }

  private take(count: number): Uint8Array {
    if (this.pieces.length > 1 && this.pieces[0]!.length < count)
      this.pieces.splice(0, this.pieces.length, Buffer.concat(this.pieces, this.held));
    this.held -= count;
    const first = this.pieces[0] ?? new Uint8Array(0);
    if (first.length > count) this.pieces[0] = first.subarray(count);
    else this.pieces.shift();
    return first.subarray(0, count);
  }
}
