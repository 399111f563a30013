/** Frames as bytes, in pieces of a limited size. Of each sender the pieces of one frame are gathered at a time. */
import type { LinkFrame } from '@weir/cluster';
import { decode, encode } from '@weir/model';

interface Piece {
  readonly from: string;
  /** Of the frame, among those of its sender. */
  readonly serial: number;
  readonly index: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

interface Gathered {
  readonly serial: number;
  readonly bytes: Uint8Array[];
}

/** Senders of which the beginning of a frame is kept; more, and the oldest one is forgotten. */
const MOST_GATHERED = 256;

/** @param most bytes of the frame in each. */
export function packPieces(from: string, serial: number, frame: LinkFrame, most: number): Uint8Array[] {
  const bytes = packFrame(frame);
  const count = Math.ceil(bytes.length / most);
  return Array.from({ length: count }, (_, index) =>
    encode([from, serial, index, count, bytes.subarray(index * most, (index + 1) * most)]),
  );
}

export class FramePieces {
  private readonly gathered = new Map<string, Gathered>();

  /**
   * @returns the frame of which this was the last piece.
   * @throws what is no piece.
   */
  take(data: Uint8Array): { readonly from: string; readonly frame: LinkFrame } | undefined {
    const { from, serial, index, count, bytes } = unpackPiece(data);
    if (count === 1) return { from, frame: unpackFrame(bytes) };
    let gathered = this.gathered.get(from);
    if (gathered?.serial !== serial || gathered.bytes.length !== index) {
      // A piece was lost, and with it the frame; or another frame begins.
      this.gathered.delete(from);
      if (index !== 0) return undefined;
      gathered = { serial, bytes: [] };
      this.keep(from, gathered);
    }
    gathered.bytes.push(bytes);
    if (gathered.bytes.length < count) return undefined;
    this.gathered.delete(from);
    return { from, frame: unpackFrame(Buffer.concat(gathered.bytes)) };
  }

  private keep(from: string, gathered: Gathered): void {
    const [oldest] = this.gathered.keys();
    if (this.gathered.size >= MOST_GATHERED && oldest !== undefined) this.gathered.delete(oldest);
    this.gathered.set(from, gathered);
  }
}

function packFrame(frame: LinkFrame): Uint8Array {
  return frame.kind === 'message'
    ? encode([frame.number, frame.awaits, frame.payload])
    : encode([frame.awaits, frame.hasGap]);
}

function unpackFrame(bytes: Uint8Array): LinkFrame {
  const fields = decode(bytes) as readonly unknown[];
  if (fields.length === 2) {
    const [awaits, hasGap] = fields as [number, boolean];
    return { kind: 'awaits', awaits, hasGap };
  }
  const [number, awaits, payload] = fields as [number, number, Uint8Array];
  if (!(payload instanceof Uint8Array)) throw new Error('a message without a payload');
  return { kind: 'message', number, awaits, payload };
}

function unpackPiece(data: Uint8Array): Piece {
  const fields = decode(data);
  if (!Array.isArray(fields) || fields.length !== 5 || !(fields[4] instanceof Uint8Array))
    throw new Error('not a piece of a frame');
  const [from, serial, index, count, bytes] = fields as [string, number, number, number, Uint8Array];
  return { from, serial, index, count, bytes };
}
