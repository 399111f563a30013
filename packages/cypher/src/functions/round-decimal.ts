/** Rounds doubles as decimals: the shortest decimal that reads back as the double, which is what users see. */
export const ROUNDING_MODES = [
  'UP',
  'DOWN',
  'CEILING',
  'FLOOR',
  'HALF_UP',
  'HALF_DOWN',
  'HALF_EVEN',
  'UNNECESSARY',
] as const;

export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** @returns `undefined` if the mode is UNNECESSARY and digits would be lost. */
export function roundDecimal(value: number, precision: number, mode: RoundingMode): number | undefined {
  if (!Number.isFinite(value)) return value;
  const negative = value < 0 || Object.is(value, -0);
  const { digits, exponent } = decimalOf(Math.abs(value));
  // The value is digits * 10^exponent; digits below 10^-precision are dropped.
  const drop = -precision - exponent;
  if (drop <= 0) return value;
  const kept = drop >= digits.length ? 0n : BigInt(digits.slice(0, digits.length - drop));
  const rest = digits.padStart(drop, '0').slice(-drop);
  if (/^0*$/.test(rest)) return value;
  if (mode === 'UNNECESSARY') return undefined;
  const rounded = kept + (goesUp(mode, negative, kept, rest) ? 1n : 0n);
  const result = Number(`${rounded}e${-precision}`);
  return negative ? -result : result;
}

function decimalOf(value: number): { digits: string; exponent: number } {
  const [mantissa, exponentText] = value.toExponential().split('e');
  const [whole, fraction = ''] = mantissa!.split('.');
  return { digits: whole! + fraction, exponent: Number(exponentText) - fraction.length };
}

function goesUp(mode: RoundingMode, negative: boolean, kept: bigint, rest: string): boolean {
  const half = rest[0]! < '5' ? -1 : /^50*$/.test(rest) ? 0 : 1;
  switch (mode) {
    case 'UP':
      return true;
    case 'DOWN':
    case 'UNNECESSARY':
      return false;
    case 'CEILING':
      return !negative;
    case 'FLOOR':
      return negative;
    case 'HALF_UP':
      return half >= 0;
    case 'HALF_DOWN':
      return half > 0;
    case 'HALF_EVEN':
      return half > 0 || (half === 0 && kept % 2n === 1n);
  }
}
