/**
 * Ids that may have been written. Answers "certainly not" for nearly all unknown ids without a read, because most
 * lookups of a streaming graph are for new nodes.
 *
 * Bloom filters in layers, each four times as large as the previous one. A full layer accepts no further ids, so the
 * filter grows without reading anything again. All probes of an id are in one block of 64 bytes: one cache line per
 * layer. With 24 bits per id and 8 probes, about 1 in 3,000 unknown ids is a false positive (which costs a read, as
 * much as all other costs of a new node). Memory is 3 to 4 bytes per id, and up to four times that just after a layer
 * was added.
 *
 * The memory is limited. If no further layer fits, ids are added to the largest one, and the rate of false positives
 * grows, in the end to 100 %. Then every new node costs a read; no answer is ever wrong.
 */
import type { NodeId } from '@weir/model';

const BLOCK_WORDS = 16;
const BITS_PER_ID = 24;
const FIRST_CAPACITY = 1 << 15;
const GROWTH = 4;
/** Default memory limit of a filter in bytes: enough for some 80 million ids. */
export const DEFAULT_FILTER_BYTES = 256 * 1024 * 1024;
const BYTES_PER_BLOCK = BLOCK_WORDS * 4;
/** Size of the largest layers; from then on layers are added at this size. */
const MAX_CAPACITY = 1 << 27;

interface Layer {
  readonly words: Uint32Array;
  /** Number of blocks - 1; the number is a power of two. */
  readonly blockMask: number;
  readonly capacity: number;
  count: number;
}

/** A layer as bytes, for storage. */
export interface StoredLayer {
  readonly count: number;
  readonly words: Uint32Array;
}

// Hash of the last id, in two halves: returning both would require an allocation.
let hashBlock = 0;
let hashBits = 0;

/** Hashed ids are uniform already, but others need not be, so all bytes are mixed, four at a time. */
function hash(id: NodeId): void {
  const length = id.length;
  let a = 0x9e3779b9 ^ length;
  let b = 0x85ebca6b;
  for (let i = 0; i < length; i += 4) {
    let word = id.charCodeAt(i);
    if (i + 1 < length) word |= id.charCodeAt(i + 1) << 8;
    if (i + 2 < length) word |= id.charCodeAt(i + 2) << 16;
    if (i + 3 < length) word |= id.charCodeAt(i + 3) << 24;
    a = Math.imul(a ^ word, 0x7feb352d);
    a ^= a >>> 15;
    b = Math.imul(b + word, 0x2c1b3c6d);
    b ^= b >>> 13;
  }
  a = Math.imul(a, 0x846ca68b);
  hashBlock = a ^ (a >>> 16);
  hashBits = b ^ a;
}

export class ExistenceFilter {
  private readonly layers: Layer[] = [];

  /** @param limitBytes of memory; the first layer, of 128 KiB, always exists. */
  constructor(private readonly limitBytes = DEFAULT_FILTER_BYTES) {}

  /** `false`: certainly never added. */
  mayContain(id: NodeId): boolean {
    hash(id);
    return this.find();
  }

  /** @returns whether it was certainly never added before. */
  add(id: NodeId): boolean {
    hash(id);
    if (this.find()) return false;
    let layer = this.layers[this.layers.length - 1];
    if (layer === undefined || layer.count >= layer.capacity) layer = this.addLayer(layer) ?? this.largest();
    layer.count++;
    const base = (hashBlock & layer.blockMask) * BLOCK_WORDS;
    const { words } = layer;
    for (let probe = 0, bits = hashBits; probe < 8; probe++) {
      bits = nextBits(bits);
      const bit = bits >>> 23;
      words[base + (bit >>> 5)]! |= 1 << (bit & 31);
    }
    return true;
  }

  /** Number of added ids, minus the few that were false positives. */
  get count(): number {
    return this.layers.reduce((sum, layer) => sum + layer.count, 0);
  }

  store(): StoredLayer[] {
    return this.layers.map(({ count, words }) => ({ count, words }));
  }

  get bytes(): number {
    return this.layers.reduce((sum, { words }) => sum + words.byteLength, 0);
  }

  /** Memory in bytes of a filter with this many ids and no limit, to which they were added one by one. */
  static bytesOf(count: number): number {
    let [bytes, capacity, left] = [0, FIRST_CAPACITY, count];
    while (left > 0) {
      const blocks = blocksFor(capacity);
      bytes += blocks * BYTES_PER_BLOCK;
      left -= capacityOf(blocks);
      capacity = Math.min(capacityOf(blocks) * GROWTH, MAX_CAPACITY);
    }
    return bytes;
  }

  /** @returns `undefined` if it is larger than the limit; then it has to be rebuilt from all ids. */
  static restore(
    layers: readonly StoredLayer[],
    limitBytes = DEFAULT_FILTER_BYTES,
  ): ExistenceFilter | undefined {
    const filter = new ExistenceFilter(limitBytes);
    for (const { count, words } of layers) {
      const blocks = words.length / BLOCK_WORDS;
      filter.layers.push({ words, blockMask: blocks - 1, capacity: capacityOf(blocks), count });
    }
    return layers.length > 1 && filter.bytes > limitBytes ? undefined : filter;
  }

  private find(): boolean {
    for (let i = this.layers.length - 1; i >= 0; i--) {
      if (contains(this.layers[i]!)) return true;
    }
    return false;
  }

  /** Returns `undefined` if no layer of a useful size fits. */
  private addLayer(last: Layer | undefined): Layer | undefined {
    const wanted = last === undefined ? FIRST_CAPACITY : Math.min(last.capacity * GROWTH, MAX_CAPACITY);
    let blocks = blocksFor(wanted);
    if (last !== undefined) {
      const room = this.limitBytes - this.bytes;
      while (blocks * BYTES_PER_BLOCK > room && blocks > last.blockMask) blocks /= 2;
      if (blocks <= last.blockMask) return undefined;
    }
    const words = new Uint32Array(blocks * BLOCK_WORDS);
    const layer: Layer = { words, blockMask: blocks - 1, capacity: capacityOf(blocks), count: 0 };
    this.layers.push(layer);
    return layer;
  }

  private largest(): Layer {
    return this.layers.reduce((best, layer) => (layer.capacity > best.capacity ? layer : best));
  }
}

/** Smallest number of blocks with room for this many ids. */
function blocksFor(capacity: number): number {
  let blocks = 1;
  while (capacityOf(blocks) < capacity) blocks *= 2;
  return blocks;
}

function capacityOf(blocks: number): number {
  return Math.floor((blocks * BLOCK_WORDS * 32) / BITS_PER_ID);
}

/** The next probe's nine bits are the highest ones. */
function nextBits(bits: number): number {
  return Math.imul(bits, 0x2c1b3c6d) + 0x297a2d39;
}

function contains({ words, blockMask }: Layer): boolean {
  const base = (hashBlock & blockMask) * BLOCK_WORDS;
  for (let probe = 0, bits = hashBits; probe < 8; probe++) {
    bits = nextBits(bits);
    const bit = bits >>> 23;
    if ((words[base + (bit >>> 5)]! & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}
