/**
 * An exact, reversible standard deviation: the sums of the values and of their squares are exact, so values can be
 * removed in any order. The result is the square root of the float nearest to the exact variance.
 */
import { Float, float, isFloat, isInteger, type Value } from '@weir/model';
import { nearestFloat, UNIT_EXPONENT, unitsOf } from './float-units.js';

export class ExactVariance {
  private count = 0;
  private units = 0n;
  /** In units. */
  private squares = 0n;
  /** Number of infinities and NaNs. */
  private unbounded = 0;
  /** Number of values that are not numbers. */
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

  /** Zero for fewer than two values. `undefined` if a value is not a number. */
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
