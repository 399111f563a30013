/**
 * A small, fast generator of pseudo-random numbers (sfc32): the same seed gives the same numbers on every
 * machine and in every release, which is what makes a sample stream the same bytes each time.
 */
export class SeededRandom {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** @param seed any integer; only its lower 32 bits count. */
  constructor(seed: number) {
    this.a = seed | 0;
    this.b = 0x9e3779b9 | 0;
    this.c = 0x243f6a88 | 0;
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** 32 random bits as a signed integer. */
  bits(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum;
  }

  /** Uniform in [0, 1). */
  next(): number {
    return (this.bits() >>> 0) / 0x1_0000_0000;
  }

  /** Uniform integer in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** `true` once in `times` calls, on average. */
  oneIn(times: number): boolean {
    return this.next() * times < 1;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string {
    let text = '';
    while (text.length < bytes * 2) text += (this.bits() >>> 0).toString(16).padStart(8, '0');
    return text.slice(0, bytes * 2);
  }
}
