/** Murmur2 with Kafka's seed, made positive as in its default partitioner. */
export function kafkaHash(bytes: Uint8Array): number {
  const multiplier = 0x5bd1e995;
  const length = bytes.length;
  let hash = 0x9747b28c ^ length;
  const whole = length & ~3;
  for (let i = 0; i < whole; i += 4) {
    let k = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    k = Math.imul(k, multiplier);
    k ^= k >>> 24;
    k = Math.imul(k, multiplier);
    hash = Math.imul(hash, multiplier) ^ k;
  }
  const rest = length - whole;
  if (rest >= 3) hash ^= bytes[whole + 2]! << 16;
  if (rest >= 2) hash ^= bytes[whole + 1]! << 8;
  if (rest >= 1) hash = Math.imul(hash ^ bytes[whole]!, multiplier);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, multiplier);
  hash ^= hash >>> 15;
  return hash & 0x7fffffff;
}
