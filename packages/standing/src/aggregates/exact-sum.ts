/**
 * An exact, reversible sum: removing values leaves exactly the sum of the others, in any order. Integers and floats are
 * both stored as an integral number of units of 2^-1074, the smallest float; infinities and NaN are counted.
 */
import { Float, float, integer, isFloat, isInteger, type Value } from '@weir/model';
import { nearestFloat, UNIT_EXPONENT, unitsOf } from './float-units.js';

export class ExactSum {
  private units = 0n;
  private count = 0;
  private floats = 0;
  private positiveInfinities = 0;
  private negativeInfinities = 0;
  private nans = 0;
  /** Number of values that are not numbers. */
  private others = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add(value: Value, count: number): void {
    this.count += count;
    if (isInteger(value)) {
      this.units += (BigInt(value) << UNIT_EXPONENT) * BigInt(count);
    } else if (isFloat(value)) {
      this.floats += count;
      this.addFloat(value instanceof Float ? value.value : value, count);
    } else {
      this.others += count;
    }
  }

  /** An integer while all values are integers. `undefined` if a value is not a number, or on overflow. */
  total(): Value | undefined {
    if (this.others > 0) return undefined;
    if (this.floats === 0) return integer(this.units >> UNIT_EXPONENT);
    return float(this.special() ?? nearestFloat(this.units, 1n << UNIT_EXPONENT));
  }

  /** Null if it has no values. */
  average(): Value | undefined {
    if (this.others > 0) return undefined;
    if (this.count === 0) return null;
    return float(this.special() ?? nearestFloat(this.units, BigInt(this.count) << UNIT_EXPONENT));
  }

  private addFloat(value: number, count: number): void {
    if (Number.isNaN(value)) this.nans += count;
    else if (value === Infinity) this.positiveInfinities += count;
    else if (value === -Infinity) this.negativeInfinities += count;
    else this.units += unitsOf(value) * BigInt(count);
  }

  private special(): number | undefined {
    if (this.nans > 0 || (this.positiveInfinities > 0 && this.negativeInfinities > 0)) return Number.NaN;
    if (this.positiveInfinities > 0) return Infinity;
    return this.negativeInfinities > 0 ? -Infinity : undefined;
  }
}
