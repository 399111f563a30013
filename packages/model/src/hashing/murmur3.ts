/**
 * MurmurHash3 x64-128 with seed 0, on 32-bit halves: a 64-bit multiplication by BigInt would cost more than
 * the whole hash does here.
 *
 * The result is four little-endian 32-bit words, h1 low, h1 high, h2 low, h2 high, which is also the byte order
 * that Guava's `asBytes` has.
 */

/** High 32 bits of the unsigned product of `a` and a constant given in 16-bit halves. */
function highProduct(a: number, b0: number, b1: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const p01 = Math.imul(a0, b1);
  const p10 = Math.imul(a1, b0);
  const middle = (Math.imul(a0, b0) >>> 16) + (p01 & 0xffff) + (p10 & 0xffff);
  return (Math.imul(a1, b1) + (p01 >>> 16) + (p10 >>> 16) + (middle >>> 16)) | 0;
}

// C1 = 0x87c37b91_114253d5, C2 = 0x4cf5ad43_2745937f
const C1_LOW = 0x114253d5;
const C1_HIGH = 0x87c37b91 | 0;
const C2_LOW = 0x2745937f;
const C2_HIGH = 0x4cf5ad43;

function timesC1High(low: number, high: number): number {
  return (highProduct(low, 0x53d5, 0x1142) + Math.imul(high, C1_LOW) + Math.imul(low, C1_HIGH)) | 0;
}

function timesC2High(low: number, high: number): number {
  return (highProduct(low, 0x937f, 0x2745) + Math.imul(high, C2_LOW) + Math.imul(low, C2_HIGH)) | 0;
}

/** 1 if the addition overflowed: `sum` is less than its unsigned addend. */
function carry(sum: number, addend: number): number {
  return sum >>> 0 < addend >>> 0 ? 1 : 0;
}

// The finalizer's result; two halves cannot be returned without an allocation.
let mixedLow = 0;
let mixedHigh = 0;

function finalMix(low: number, high: number): void {
  let l = low ^ (high >>> 1);
  let h = high;
  // * 0xff51afd7_ed558ccd
  h = (highProduct(l, 0x8ccd, 0xed55) + Math.imul(h, 0xed558ccd) + Math.imul(l, 0xff51afd7)) | 0;
  l = Math.imul(l, 0xed558ccd);
  l ^= h >>> 1;
  // * 0xc4ceb9fe_1a85ec53
  h = (highProduct(l, 0xec53, 0x1a85) + Math.imul(h, 0x1a85ec53) + Math.imul(l, 0xc4ceb9fe)) | 0;
  l = Math.imul(l, 0x1a85ec53);
  mixedLow = l ^ (h >>> 1);
  mixedHigh = h;
}

/**
 * Hashes the first `length` bytes of `bytes`.
 * @param words receives the four words of the result, from index `at`.
 */
export function murmur3(bytes: Uint8Array, length: number, words: Int32Array, at: number): void {
  let h1l = 0;
  let h1h = 0;
  let h2l = 0;
  let h2h = 0;
  const blocksEnd = length & ~15;

  for (let i = 0; i < blocksEnd; i += 16) {
    let k1l = word(bytes, i);
    let k1h = word(bytes, i + 4);
    let k2l = word(bytes, i + 8);
    let k2h = word(bytes, i + 12);

    // k1 *= C1; k1 = rotl(k1, 31); k1 *= C2; h1 ^= k1
    k1h = timesC1High(k1l, k1h);
    k1l = Math.imul(k1l, C1_LOW);
    let t = (k1h << 31) | (k1l >>> 1);
    k1l = (k1l << 31) | (k1h >>> 1);
    k1h = t;
    k1h = timesC2High(k1l, k1h);
    k1l = Math.imul(k1l, C2_LOW);
    h1l ^= k1l;
    h1h ^= k1h;

    // h1 = rotl(h1, 27) + h2; h1 = h1 * 5 + 0x52dce729
    t = (h1h << 27) | (h1l >>> 5);
    h1l = (h1l << 27) | (h1h >>> 5);
    h1h = t;
    h1l = (h1l + h2l) | 0;
    h1h = (h1h + h2h + carry(h1l, h2l)) | 0;
    h1h = (highProduct(h1l, 5, 0) + Math.imul(h1h, 5)) | 0;
    h1l = (Math.imul(h1l, 5) + 0x52dce729) | 0;
    h1h = (h1h + carry(h1l, 0x52dce729)) | 0;

    // k2 *= C2; k2 = rotl(k2, 33); k2 *= C1; h2 ^= k2
    k2h = timesC2High(k2l, k2h);
    k2l = Math.imul(k2l, C2_LOW);
    t = (k2l << 1) | (k2h >>> 31);
    k2l = (k2h << 1) | (k2l >>> 31);
    k2h = t;
    k2h = timesC1High(k2l, k2h);
    k2l = Math.imul(k2l, C1_LOW);
    h2l ^= k2l;
    h2h ^= k2h;

    // h2 = rotl(h2, 31) + h1; h2 = h2 * 5 + 0x38495ab5
    t = (h2h << 31) | (h2l >>> 1);
    h2l = (h2l << 31) | (h2h >>> 1);
    h2h = t;
    h2l = (h2l + h1l) | 0;
    h2h = (h2h + h1h + carry(h2l, h1l)) | 0;
    h2h = (highProduct(h2l, 5, 0) + Math.imul(h2h, 5)) | 0;
    h2l = (Math.imul(h2l, 5) + 0x38495ab5) | 0;
    h2h = (h2h + carry(h2l, 0x38495ab5)) | 0;
  }

  const rest = length - blocksEnd;
  if (rest > 8) {
    let k2l = partialWord(bytes, blocksEnd + 8, length);
    let k2h = partialWord(bytes, blocksEnd + 12, length);
    k2h = timesC2High(k2l, k2h);
    k2l = Math.imul(k2l, C2_LOW);
    const t = (k2l << 1) | (k2h >>> 31);
    k2l = (k2h << 1) | (k2l >>> 31);
    k2h = t;
    k2h = timesC1High(k2l, k2h);
    k2l = Math.imul(k2l, C1_LOW);
    h2l ^= k2l;
    h2h ^= k2h;
  }
  if (rest > 0) {
    let k1l = partialWord(bytes, blocksEnd, length);
    let k1h = partialWord(bytes, blocksEnd + 4, length);
    k1h = timesC1High(k1l, k1h);
    k1l = Math.imul(k1l, C1_LOW);
    const t = (k1h << 31) | (k1l >>> 1);
    k1l = (k1l << 31) | (k1h >>> 1);
    k1h = t;
    k1h = timesC2High(k1l, k1h);
    k1l = Math.imul(k1l, C2_LOW);
    h1l ^= k1l;
    h1h ^= k1h;
  }

  h1l ^= length;
  h2l ^= length;
  h1l = (h1l + h2l) | 0;
  h1h = (h1h + h2h + carry(h1l, h2l)) | 0;
  h2l = (h2l + h1l) | 0;
  h2h = (h2h + h1h + carry(h2l, h1l)) | 0;
  finalMix(h1l, h1h);
  h1l = mixedLow;
  h1h = mixedHigh;
  finalMix(h2l, h2h);
  h2l = mixedLow;
  h2h = mixedHigh;
  h1l = (h1l + h2l) | 0;
  h1h = (h1h + h2h + carry(h1l, h2l)) | 0;
  h2l = (h2l + h1l) | 0;
  h2h = (h2h + h1h + carry(h2l, h1l)) | 0;

  words[at] = h1l;
  words[at + 1] = h1h;
  words[at + 2] = h2l;
  words[at + 3] = h2h;
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

/** Reads a word of the tail, padded with zeros past the end. */
function partialWord(bytes: Uint8Array, at: number, end: number): number {
  let value = 0;
  if (at < end) value = bytes[at]!;
  if (at + 1 < end) value |= bytes[at + 1]! << 8;
  if (at + 2 < end) value |= bytes[at + 2]! << 16;
  if (at + 3 < end) value |= bytes[at + 3]! << 24;
  return value;
}
