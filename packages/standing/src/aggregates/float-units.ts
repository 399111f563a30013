/** Floats as an integral number of units of the smallest one, 2^-1074, and quotients of such numbers as floats. */

export const UNIT_EXPONENT = 1074n;
const bits = new DataView(new ArrayBuffer(8));

/** Returns the exact number of units in a finite float. */
export function unitsOf(value: number): bigint {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const magnitude = mantissa << BigInt(exponent === 0 ? 0 : exponent - 1);
  return high >>> 31 === 1 ? -magnitude : magnitude;
}

/** Returns the float nearest to a quotient. */
export function nearestFloat(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  // More bits than a float has (the lengths are rounded up), plus a sticky bit for the bits cut off, so that rounding
  // is correct.
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
