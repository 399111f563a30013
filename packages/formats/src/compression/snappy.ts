/** Snappy: one block, or a stream of blocks in Snappy's framing format or that of Java's SnappyOutputStream. */
import { snappyUncompressor } from 'hysnappy';

const FRAMED = Buffer.from([0xff, 6, 0, 0, ...Buffer.from('sNaPpY')]);
const JAVA = Buffer.from([0x82, ...Buffer.from('SNAPPY\0')]);
const JAVA_HEADER_BYTES = 16;
const CHECKSUM_BYTES = 4;

const enum Chunk {
  Packed = 0,
  Plain = 1,
  FirstToPassOver = 0x80,
}

/** @throws Error for invalid input, and for output of more than `limit` bytes. */
export function snappyUnpacked(packed: Uint8Array, limit: number): Uint8Array {
  const input = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const blocks = begins(input, FRAMED) ? framed(input) : begins(input, JAVA) ? ofJava(input) : [input];
  const pieces: Uint8Array[] = [];
  let left = limit;
  for (const block of blocks) {
    const piece = block instanceof Plain ? block.bytes : unpackedBlock(block, left, limit);
    left -= piece.length;
    if (left < 0) throw tooLarge(limit);
    pieces.push(piece);
  }
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

let unpack: ReturnType<typeof snappyUncompressor> | undefined;

class Plain {
  constructor(readonly bytes: Uint8Array) {}
}

function unpackedBlock(block: Buffer, left: number, limit: number): Uint8Array {
  let length = 0;
  let shift = 0;
  for (let at = 0; ; at++) {
    const byte = block[at];
    if (byte === undefined || shift > 28) throw new Error('not Snappy');
    length += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte < 0x80) break;
  }
  if (length > left) throw tooLarge(limit);
  unpack ??= snappyUncompressor();
  return unpack(block, length);
}

function* framed(input: Buffer): Generator<Buffer | Plain> {
  let at = 0;
  while (at < input.length) {
    if (at + 4 > input.length) throw new Error('it ends within a chunk');
    const kind = input[at]!;
    const begin = at + 4;
    const end = begin + input.readUIntLE(at + 1, 3);
    if (end > input.length) throw new Error('it ends within a chunk');
    const data = input.subarray(begin + CHECKSUM_BYTES, Math.max(begin + CHECKSUM_BYTES, end));
    if (kind === Chunk.Packed) yield data;
    else if (kind === Chunk.Plain) yield new Plain(data);
    else if (kind < Chunk.FirstToPassOver) throw new Error(`unknown chunk type ${kind}`);
    at = end;
  }
}

function* ofJava(input: Buffer): Generator<Buffer> {
  let at = JAVA_HEADER_BYTES;
  while (at < input.length) {
    if (at + 4 > input.length) throw new Error('it ends within a block');
    const end = at + 4 + input.readUInt32BE(at);
    if (end > input.length) throw new Error('it ends within a block');
    yield input.subarray(at + 4, end);
    at = end;
  }
}

function begins(input: Buffer, mark: Buffer): boolean {
  return input.subarray(0, mark.length).equals(mark);
}

function tooLarge(limit: number): Error {
  return new Error(`its decompressed size exceeds ${limit} bytes`);
}
