/**
 * Integer ids, for clients that need them. Ids here are texts, so the integer is a hash of 53 bits: equal ids have equal
 * hashes, and two of a million ids collide with a probability of 1 in 18,000. Queries do not accept these integers.
 */
const MULTIPLIERS = [0x9e3779b1, 0x5f356495] as const;
const HIGH_BITS = 2 ** 32;

/** Returns an integer from 0 to 2^53 - 1. */
export function integerId(id: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    high = Math.imul(high ^ code, MULTIPLIERS[0]);
    low = Math.imul(low ^ code, MULTIPLIERS[1]);
  }
  high = mixed(high) ^ mixed(low ^ (low >>> 13));
  low = mixed(low) ^ mixed(high ^ (high >>> 13));
  return (high & 0x1fffff) * HIGH_BITS + (low >>> 0);
}

function mixed(bits: number): number {
  return Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
}
