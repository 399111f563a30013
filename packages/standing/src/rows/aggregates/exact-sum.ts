/**
 * A sum that forgets nothing: taking values away again leaves exactly the sum of the others, and the order in which
 * they came does not matter. Integers and floats are both kept as an integral number of units of 2^-1074, the
 * smallest float; infinities and NaN are counted.
 */
import { Float, float, integer, isFloat, isInteger, type Value } from '@weir/model';

const UNIT_EXPONENT = 1074n;
const bits = new DataView(new ArrayBuffer(8));

export class ExactSum {
  private units = 0n;
  private count = 0;
  private floats = 0;
  private positiveInfinities = 0;
  private negativeInfinities = 0;
  private nans = 0;
  /** Values that are no numbers. */
  private others = 0;

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

  /** An integer as long as there are only integers. `undefined`: something in it is no number, or it overflows. */
  total(): Value | undefined {
    if (this.others > 0) return undefined;
    if (this.floats === 0) return integer(this.units >> UNIT_EXPONENT);
    return float(this.special() ?? nearest(this.units, 1n << UNIT_EXPONENT));
  }

  /** Null without values. */
  average(): Value | undefined {
    if (this.others > 0) return undefined;
    if (this.count === 0) return null;
    return float(this.special() ?? nearest(this.units, BigInt(this.count) << UNIT_EXPONENT));
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

function unitsOf(value: number): bigint {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const magnitude = mantissa << BigInt(exponent === 0 ? 0 : exponent - 1);
  return high >>> 31 === 1 ? -magnitude : magnitude;
}

/** The float nearest to a quotient. */
function nearest(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  // More bits than a float has (the lengths are rounded up), and one that says whether anything was cut off: then rounding is right.
  const shift = BigInt(62 - (bitLength(magnitude) - bitLength(denominator)));
  const scaled = shift >= 0n ? magnitude << shift : magnitude;
  const divisor = shift >= 0n ? denominator : denominator << -shift;
  const quotient = scaled / divisor;
  const sticky = quotient * divisor === scaled ? quotient : quotient | 1n;
  const value = scaledDown(Number(sticky), Number(shift));
  return negative ? -value : value;
}

/** `value * 2^-exponent` in steps that neither overflow nor lose bits too early. */
function scaledDown(value: number, exponent: number): number {
  let result = value;
  let left = exponent;
  while (left > 1000) {
    result /= 2 ** 1000;
    left -= 1000;
  }
  while (left < -1000) {
    result *= 2 ** 1000;
    left += 1000;
  }
  return result / 2 ** left;
}

function bitLength(value: bigint): number {
  return value.toString(16).length * 4;
}
