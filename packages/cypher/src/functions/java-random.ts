/** Java's linear congruential generator: 48 bits of state; the upper bits are returned. */
const MASK = (1n << 48n) - 1n;
const MULTIPLIER = 0x5deece66dn;

export class JavaRandom {
  private seed: bigint;

  constructor(seed: bigint) {
    this.seed = (seed ^ MULTIPLIER) & MASK;
  }

  private next(bits: number): number {
    this.seed = (this.seed * MULTIPLIER + 0xbn) & MASK;
    return Number(BigInt.asIntN(32, this.seed >> BigInt(48 - bits)));
  }

  nextInt(bound: number): number {
    if ((bound & -bound) === bound) {
      return Number((BigInt(bound) * BigInt(this.next(31) >>> 0)) >> 31n);
    }
    for (;;) {
      const bits = this.next(31);
      const value = bits % bound;
      // Beyond the last whole multiple of the bound, low values would be too frequent.
      if (bits - value + (bound - 1) < 2 ** 31) return value;
    }
  }

  nextLong(): bigint {
    const high = BigInt(this.next(32)) << 32n;
    return BigInt.asIntN(64, high + BigInt(this.next(32)));
  }

  nextDouble(): number {
    return (this.next(26) * 2 ** 27 + this.next(27)) / 2 ** 53;
  }

  nextBoolean(): boolean {
    return this.next(1) !== 0;
  }

  nextBytes(size: number): Uint8Array {
    const bytes = new Uint8Array(size);
    for (let i = 0; i < size;) {
      let word = this.next(32);
      for (let n = Math.min(size - i, 4); n > 0; n--, word >>= 8) bytes[i++] = word & 0xff;
    }
    return bytes;
  }
}
