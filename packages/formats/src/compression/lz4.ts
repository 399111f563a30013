/**
 * Unpacks consecutive LZ4 frames. Output is one buffer that grows with the actual data, so that a block may refer to
 * earlier blocks, and claimed sizes are not trusted.
 */

const FRAME = 0x184d2204;
const SKIPPABLE = 0x184d2a50;
const SKIPPABLE_MASK = 0xfffffff0;
const UNPACKED = 0x80000000;
const LEAST_MATCH = 4;

/** @throws Error for invalid input, and for output of more than `limit` bytes. */
export function lz4Unpacked(packed: Uint8Array, limit: number): Uint8Array {
  const input = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const output = new Output(limit);
  let at = 0;
  do {
    const magic = word(input, at);
    if ((magic & SKIPPABLE_MASK) >>> 0 === SKIPPABLE) at += 8 + word(input, at + 4);
    else if (magic === FRAME) at = unpackFrame(input, at + 4, output);
    else throw new Error('not an LZ4 frame');
  } while (at < input.length);
  if (at > input.length) throw new Error('it ends within a frame');
  return output.bytes();
}

/** @returns the end offset of the frame. */
function unpackFrame(input: Buffer, begin: number, output: Output): number {
  const flags = input[begin] ?? 0;
  if (flags >> 6 !== 1) throw new Error('unknown LZ4 version');
  if ((flags & 1) !== 0) throw new Error('it needs a dictionary');
  const hasBlockChecksum = (flags & 16) !== 0;
  const hasSize = (flags & 8) !== 0;
  const hasChecksum = (flags & 4) !== 0;
  let at = begin + 2 + (hasSize ? 8 : 0) + 1;
  const first = output.length;
  for (;;) {
    const size = word(input, at);
    at += 4;
    if (size === 0) break;
    const length = (size & ~UNPACKED) >>> 0;
    if (at + length > input.length) throw new Error('it ends within a block');
    const block = input.subarray(at, at + length);
    if (size >= UNPACKED) output.add(block);
    else unpackBlock(block, output, first);
    at += length + (hasBlockChecksum ? 4 : 0);
  }
  if (!hasChecksum) return at;
  if (word(input, at) !== xxHash32(output.bytes().subarray(first))) throw new Error('its checksum is wrong');
  return at + 4;
}

/** @param first start of the data to which the block may refer. */
function unpackBlock(block: Buffer, output: Output, first: number): void {
  let at = 0;
  const longer = (length: number): number => {
    if (length < 15) return length;
    let sum = length;
    for (;;) {
      if (at >= block.length) throw new Error('it ends within a length');
      const more = block[at++]!;
      sum += more;
      if (more !== 255) return sum;
    }
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = longer(token >> 4);
    if (at + literals > block.length) throw new Error('it ends within its bytes');
    output.add(block.subarray(at, at + literals));
    at += literals;
    if (at === block.length) return;
    if (at + 2 > block.length) throw new Error('it ends within an offset');
    const distance = block.readUInt16LE(at);
    at += 2;
    if (distance === 0 || output.length - distance < first) throw new Error('it refers to missing data');
    output.repeat(distance, longer(token & 15) + LEAST_MATCH);
  }
}

/** Grows as data is added, up to a limit. */
class Output {
  private memory = Buffer.alloc(0);
  length = 0;

  constructor(private readonly limit: number) {}

  bytes(): Buffer {
    return this.memory.subarray(0, this.length);
  }

  add(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.memory.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Copies `count` bytes that begin `distance` before the end; the ranges may overlap. */
  repeat(distance: number, count: number): void {
    this.reserve(count);
    const { memory } = this;
    let from = this.length - distance;
    const end = this.length + count;
    if (distance >= count) memory.copyWithin(this.length, from, from + count);
    else for (let to = this.length; to < end;) memory[to++] = memory[from++]!;
    this.length = end;
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.limit) throw new Error(`its decompressed size exceeds ${this.limit} bytes`);
    if (needed <= this.memory.length) return;
    const larger = Buffer.allocUnsafe(Math.min(this.limit, Math.max(needed, this.memory.length * 2, 4096)));
    this.memory.copy(larger, 0, 0, this.length);
    this.memory = larger;
  }
}

function word(input: Buffer, at: number): number {
  if (at + 4 > input.length) throw new Error('it ends within a frame');
  return input.readUInt32LE(at);
}

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

/** xxHash32 with seed 0. */
function xxHash32(bytes: Buffer): number {
  const { length } = bytes;
  let at = 0;
  let hash: number;
  if (length >= 16) {
    const lanes = [PRIME_1 + PRIME_2, PRIME_2, 0, -PRIME_1];
    for (; at + 16 <= length; at += 16) {
      for (let lane = 0; lane < 4; lane++) {
        const sum = lanes[lane]! + Math.imul(bytes.readUInt32LE(at + 4 * lane), PRIME_2);
        lanes[lane] = Math.imul(rotated(sum, 13), PRIME_1);
      }
    }
    hash = rotated(lanes[0]!, 1) + rotated(lanes[1]!, 7) + rotated(lanes[2]!, 12) + rotated(lanes[3]!, 18);
  } else hash = PRIME_5;
  hash = (hash + length) | 0;
  for (; at + 4 <= length; at += 4) {
    hash = Math.imul(rotated(hash + Math.imul(bytes.readUInt32LE(at), PRIME_3), 17), PRIME_4);
  }
  for (; at < length; at++) hash = Math.imul(rotated(hash + Math.imul(bytes[at]!, PRIME_5), 11), PRIME_1);
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}
