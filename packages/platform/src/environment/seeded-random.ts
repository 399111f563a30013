/**
 * A small seeded generator of pseudo-random numbers (mulberry32): the same seed gives the same numbers on every
 * machine and in every release. For samples, sample data and tests; not for secrets or ids.
 */
export class SeededRandom {
  private state: number;

  /** @param seed any integer; only its lower 32 bits are used. */
  constructor(readonly seed: number) {
    this.state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    return this.bits() / 2 ** 32;
  }

  /** Uniform integer in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string {
    let text = '';
    while (text.length < bytes * 2) text += this.bits().toString(16).padStart(8, '0');
    return text.slice(0, bytes * 2);
  }

  private bits(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
