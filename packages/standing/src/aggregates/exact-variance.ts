/**
 * A standard deviation that forgets nothing: the sums of the values and of their squares are exact, so values can be
 * taken away again, in any order. The root of the float nearest to the exact variance is the result.
 */
import { Float, float, isFloat, isInteger, type Value } from '@weir/model';
import { nearestFloat, UNIT_EXPONENT, unitsOf } from './float-units.js';

export class ExactVariance {
  private count = 0;
  private units = 0n;
  /** Of units. */
  private squares = 0n;
  /** Infinities and NaN. */
  private unbounded = 0;
  /** Values that are no numbers. */
  private others = 0;

  /** @param ofSample the variance is divided by the number of values less one. */
  constructor(private readonly ofSample: boolean) {}

  add(value: Value, count: number): void {
    if (!isInteger(value) && !isFloat(value)) {
      this.others += count;
      return;
    }
    this.count += count;
    const number = Number(value instanceof Float ? value.value : value);
    if (!Number.isFinite(number)) {
      this.unbounded += count;
      return;
    }
    const units = unitsOf(number);
    this.units += units * BigInt(count);
    this.squares += units * units * BigInt(count);
  }

  /** Zero for less than two values. `undefined`: something in it is no number. */
  deviation(): Value | undefined {
    if (this.others > 0) return undefined;
    if (this.count < 2) return float(0);
    if (this.unbounded > 0) return float(Number.NaN);
    const count = BigInt(this.count);
    const divisor = count * (this.ofSample ? count - 1n : count);
    const variance = nearestFloat(
      count * this.squares - this.units * this.units,
      divisor << (2n * UNIT_EXPONENT),
    );
    return float(Math.sqrt(variance));
  }
}
