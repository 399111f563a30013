const SEED = 0x9747b28c;
const MIX = 0x5bd1e995;

/**
 * MurmurHash2 with Kafka's seed and without its sign, as in the default partitioner of Kafka's Java client: equal keys
 * of both clients share a partition. The client library's version uses BigInt, which took a tenth of the cost of writing.
 * @returns from 0 to 2^31 - 1; a partition is this modulo the number of partitions.
 */
export function murmur2(key: Uint8Array): number {
  const { length } = key;
  let hash = SEED ^ length;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    let word = Math.imul(key[i]! | (key[i + 1]! << 8) | (key[i + 2]! << 16) | (key[i + 3]! << 24), MIX);
    word ^= word >>> 24;
    hash = Math.imul(hash, MIX) ^ Math.imul(word, MIX);
  }
  if (i < length) {
    for (let shift = 0; i < length; i++, shift += 8) hash ^= key[i]! << shift;
    hash = Math.imul(hash, MIX);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MIX);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
