/**
 * Formats a double as Java does: always with a fraction (`1.0`), scientific below 1e-3 and from 1e7 on (`1.0E10`). The
 * digits are the shortest that read back as the same double, as in JavaScript.
 */
export function formatDouble(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= 1e-3 && size < 1e7) {
    const text = String(value);
    return Number.isInteger(value) ? text + '.0' : text;
  }
  const text = value.toExponential();
  const at = text.indexOf('e');
  const mantissa = text.slice(0, at);
  const exponent = text.slice(text.charCodeAt(at + 1) === PLUS ? at + 2 : at + 1);
  return (mantissa.includes('.') ? mantissa : mantissa + '.0') + 'E' + exponent;
}

const PLUS = 0x2b;
