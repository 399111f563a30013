/**
 * MD5 of messages that are multiples of 16 bytes, as little-endian words in and out, for name-based ids. Unrolled: a
 * block costs less here than the call into OpenSSL.
 */

/** State after `md5`: the digest's four words. */
export const md5Digest = new Int32Array(4);

const BLOCK_WORDS = 16;
let padded = new Int32Array(8 * BLOCK_WORDS);

/**
 * Hashes the first `count` words of `words`, a multiple of 4; the digest is in `md5Digest` until the next call.
 */
export function md5(words: Int32Array, count: number): void {
  const blocks = (count + 3 + BLOCK_WORDS - 1) >>> 4;
  if (padded.length < blocks * BLOCK_WORDS) padded = new Int32Array(blocks * BLOCK_WORDS);
  const message = padded;
  for (let i = 0; i < count; i++) message[i] = words[i]!;
  const end = blocks * BLOCK_WORDS;
  message[count] = 0x80;
  for (let i = count + 1; i < end; i++) message[i] = 0;
  message[end - 2] = count * 32;

  md5Digest[0] = 0x67452301;
  md5Digest[1] = 0xefcdab89;
  md5Digest[2] = 0x98badcfe;
  md5Digest[3] = 0x10325476;
  for (let at = 0; at < end; at += BLOCK_WORDS) block(message, at);
}

function block(m: Int32Array, at: number): void {
  const m0 = m[at]!;
  const m1 = m[at + 1]!;
  const m2 = m[at + 2]!;
  const m3 = m[at + 3]!;
  const m4 = m[at + 4]!;
  const m5 = m[at + 5]!;
  const m6 = m[at + 6]!;
  const m7 = m[at + 7]!;
  const m8 = m[at + 8]!;
  const m9 = m[at + 9]!;
  const m10 = m[at + 10]!;
  const m11 = m[at + 11]!;
  const m12 = m[at + 12]!;
  const m13 = m[at + 13]!;
  const m14 = m[at + 14]!;
  const m15 = m[at + 15]!;
  let a = md5Digest[0]!;
  let b = md5Digest[1]!;
  let c = md5Digest[2]!;
  let d = md5Digest[3]!;

  a = (a + (d ^ (b & (c ^ d))) + m0 + 0xd76aa478) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + (c ^ (a & (b ^ c))) + m1 + 0xe8c7b756) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + (b ^ (d & (a ^ b))) + m2 + 0x242070db) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + (a ^ (c & (d ^ a))) + m3 + 0xc1bdceee) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  a = (a + (d ^ (b & (c ^ d))) + m4 + 0xf57c0faf) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + (c ^ (a & (b ^ c))) + m5 + 0x4787c62a) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + (b ^ (d & (a ^ b))) + m6 + 0xa8304613) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + (a ^ (c & (d ^ a))) + m7 + 0xfd469501) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  a = (a + (d ^ (b & (c ^ d))) + m8 + 0x698098d8) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + (c ^ (a & (b ^ c))) + m9 + 0x8b44f7af) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + (b ^ (d & (a ^ b))) + m10 + 0xffff5bb1) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + (a ^ (c & (d ^ a))) + m11 + 0x895cd7be) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  a = (a + (d ^ (b & (c ^ d))) + m12 + 0x6b901122) | 0;
  a = (((a << 7) | (a >>> 25)) + b) | 0;
  d = (d + (c ^ (a & (b ^ c))) + m13 + 0xfd987193) | 0;
  d = (((d << 12) | (d >>> 20)) + a) | 0;
  c = (c + (b ^ (d & (a ^ b))) + m14 + 0xa679438e) | 0;
  c = (((c << 17) | (c >>> 15)) + d) | 0;
  b = (b + (a ^ (c & (d ^ a))) + m15 + 0x49b40821) | 0;
  b = (((b << 22) | (b >>> 10)) + c) | 0;
  a = (a + (c ^ (d & (b ^ c))) + m1 + 0xf61e2562) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + (b ^ (c & (a ^ b))) + m6 + 0xc040b340) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + (a ^ (b & (d ^ a))) + m11 + 0x265e5a51) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + (d ^ (a & (c ^ d))) + m0 + 0xe9b6c7aa) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  a = (a + (c ^ (d & (b ^ c))) + m5 + 0xd62f105d) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + (b ^ (c & (a ^ b))) + m10 + 0x02441453) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + (a ^ (b & (d ^ a))) + m15 + 0xd8a1e681) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + (d ^ (a & (c ^ d))) + m4 + 0xe7d3fbc8) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  a = (a + (c ^ (d & (b ^ c))) + m9 + 0x21e1cde6) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + (b ^ (c & (a ^ b))) + m14 + 0xc33707d6) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + (a ^ (b & (d ^ a))) + m3 + 0xf4d50d87) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + (d ^ (a & (c ^ d))) + m8 + 0x455a14ed) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  a = (a + (c ^ (d & (b ^ c))) + m13 + 0xa9e3e905) | 0;
  a = (((a << 5) | (a >>> 27)) + b) | 0;
  d = (d + (b ^ (c & (a ^ b))) + m2 + 0xfcefa3f8) | 0;
  d = (((d << 9) | (d >>> 23)) + a) | 0;
  c = (c + (a ^ (b & (d ^ a))) + m7 + 0x676f02d9) | 0;
  c = (((c << 14) | (c >>> 18)) + d) | 0;
  b = (b + (d ^ (a & (c ^ d))) + m12 + 0x8d2a4c8a) | 0;
  b = (((b << 20) | (b >>> 12)) + c) | 0;
  a = (a + (b ^ c ^ d) + m5 + 0xfffa3942) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + m8 + 0x8771f681) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + m11 + 0x6d9d6122) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + m14 + 0xfde5380c) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  a = (a + (b ^ c ^ d) + m1 + 0xa4beea44) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + m4 + 0x4bdecfa9) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + m7 + 0xf6bb4b60) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + m10 + 0xbebfbc70) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  a = (a + (b ^ c ^ d) + m13 + 0x289b7ec6) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + m0 + 0xeaa127fa) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + m3 + 0xd4ef3085) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + m6 + 0x04881d05) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  a = (a + (b ^ c ^ d) + m9 + 0xd9d4d039) | 0;
  a = (((a << 4) | (a >>> 28)) + b) | 0;
  d = (d + (a ^ b ^ c) + m12 + 0xe6db99e5) | 0;
  d = (((d << 11) | (d >>> 21)) + a) | 0;
  c = (c + (d ^ a ^ b) + m15 + 0x1fa27cf8) | 0;
  c = (((c << 16) | (c >>> 16)) + d) | 0;
  b = (b + (c ^ d ^ a) + m2 + 0xc4ac5665) | 0;
  b = (((b << 23) | (b >>> 9)) + c) | 0;
  a = (a + (c ^ (b | ~d)) + m0 + 0xf4292244) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + m7 + 0x432aff97) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + m14 + 0xab9423a7) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + m5 + 0xfc93a039) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;
  a = (a + (c ^ (b | ~d)) + m12 + 0x655b59c3) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + m3 + 0x8f0ccc92) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + m10 + 0xffeff47d) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + m1 + 0x85845dd1) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;
  a = (a + (c ^ (b | ~d)) + m8 + 0x6fa87e4f) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + m15 + 0xfe2ce6e0) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + m6 + 0xa3014314) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + m13 + 0x4e0811a1) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;
  a = (a + (c ^ (b | ~d)) + m4 + 0xf7537e82) | 0;
  a = (((a << 6) | (a >>> 26)) + b) | 0;
  d = (d + (b ^ (a | ~c)) + m11 + 0xbd3af235) | 0;
  d = (((d << 10) | (d >>> 22)) + a) | 0;
  c = (c + (a ^ (d | ~b)) + m2 + 0x2ad7d2bb) | 0;
  c = (((c << 15) | (c >>> 17)) + d) | 0;
  b = (b + (d ^ (c | ~a)) + m9 + 0xeb86d391) | 0;
  b = (((b << 21) | (b >>> 11)) + c) | 0;

  md5Digest[0] = (md5Digest[0]! + a) | 0;
  md5Digest[1] = (md5Digest[1]! + b) | 0;
  md5Digest[2] = (md5Digest[2]! + c) | 0;
  md5Digest[3] = (md5Digest[3]! + d) | 0;
}
