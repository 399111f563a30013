/**
 * Zstandard, by Node where available (22.15 and later), otherwise by a library. The library trusts the claims of a
 * frame, so these are checked first.
 */
import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';

interface NodeZstd {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;
}

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const SKIPPABLE_MASK = 0xfffffff0;
/** The same limit as in Node. */
const LARGEST_WINDOW = 128 * 1024 * 1024;

const DESCRIPTOR_AT = 4;
const WINDOW_AT = 5;
const LARGEST_BLOCK = 128 * 1024;
/** Types of blocks. */
const REPEATED = 1;
const PACKED = 2;

/** The Zstandard functions of this version of Node, if any. */
const NODE_ZSTD: NodeZstd = zlib as NodeZstd;

/** @throws Error for invalid input, and for output of more than `limit` bytes. */
export function zstdUnpacked(packed: Uint8Array, limit: number, node = NODE_ZSTD): Uint8Array {
  const input = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const pieces: Uint8Array[] = [];
  let left = limit;
  const take = (piece: Uint8Array): void => {
    left -= piece.length;
    if (left < 0) throw new Error(`its decompressed size exceeds ${limit} bytes`);
    pieces.push(piece.slice());
  };
  let at = 0;
  while (at < input.length || at === 0) {
    const { end, atMost } = frameAt(input, at);
    const frame = input.subarray(at, end);
    at = end;
    if (atMost === 0) continue;
    // Node would silently end after the first frame.
    if (node.zstdDecompressSync === undefined)
      new Decompress(take).push(withLeastWindow(frame, atMost), true);
    else take(node.zstdDecompressSync(frame, { maxOutputLength: Math.max(1, left) }));
  }
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

/**
 * Reduces the window to at most the output size: the library allocates the claimed window for each frame, usually eight
 * megabytes, even for records of a few bytes.
 */
function withLeastWindow(frame: Buffer, atMost: number): Buffer {
  const isSingle = (frame[DESCRIPTOR_AT]! & 0x20) !== 0;
  const least = Math.max(0, Math.ceil(Math.log2(atMost)) - 10) << 3;
  if (isSingle || frame[WINDOW_AT]! <= least) return frame;
  const other = Buffer.from(frame);
  other[WINDOW_AT] = least;
  return other;
}

interface Frame {
  readonly end: number;
  /** Upper bound of the unpacked size in bytes. */
  readonly atMost: number;
}

/** Walks over the blocks of a frame. @throws Error if it claims too much, or is invalid. */
function frameAt(input: Buffer, begin: number): Frame {
  const magic = number(input, begin, 4);
  if ((magic & SKIPPABLE_MASK) >>> 0 === SKIPPABLE) {
    const end = begin + 8 + number(input, begin + 4, 4);
    if (end > input.length) throw new Error('it ends within a frame');
    return { end, atMost: 0 };
  }
  if (magic !== MAGIC) throw new Error('not Zstandard');
  const descriptor = number(input, begin + 4, 1);
  const isSingle = (descriptor & 0x20) !== 0;
  const hasChecksum = (descriptor & 4) !== 0;
  if ((descriptor & 3) !== 0) throw new Error('it needs a dictionary');
  let at = begin + 5;
  if (!isSingle) {
    const window = number(input, at++, 1);
    const base = 2 ** (10 + (window >> 3));
    if (base + (base / 8) * (window & 7) > LARGEST_WINDOW) throw new Error('its window is too large');
  }
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  if (isSingle && sizeBytes > 1 && claimedSize(input, at, sizeBytes) > LARGEST_WINDOW)
    throw new Error('it claims to be too large');
  at += sizeBytes;
  let atMost = 0;
  for (let isLast = false; !isLast;) {
    const header = number(input, at, 3);
    isLast = (header & 1) === 1;
    const kind = (header >> 1) & 3;
    const size = header >> 3;
    at += 3 + (kind === REPEATED ? 1 : size);
    atMost += kind === PACKED ? LARGEST_BLOCK : size;
    if (at > input.length) throw new Error('it ends within a block');
  }
  return { end: at + (hasChecksum ? 4 : 0), atMost };
}

function claimedSize(input: Buffer, at: number, bytes: number): number {
  if (bytes < 8) return number(input, at, bytes) + (bytes === 2 ? 256 : 0);
  return number(input, at + 4, 4) * 2 ** 32 + number(input, at, 4);
}

function number(input: Buffer, at: number, bytes: number): number {
  if (at + bytes > input.length) throw new Error('it ends within a frame');
  return input.readUIntLE(at, bytes);
}
