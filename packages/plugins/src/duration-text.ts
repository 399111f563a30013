/** Durations as users write them: `1h30s`, `500ms`, `100 millis`, `1.5m`, `7 days`. Internally in milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  millis: 1,
  s: 1_000,
  second: 1_000,
  seconds: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
};

const PART = /\s*(-?\d+(?:\.\d+)?)\s*([a-zµ]+)/iy;

/** @returns milliseconds, or `undefined` for text that is not a duration. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim();
  let sum = 0;
  PART.lastIndex = 0;
  do {
    const part = PART.exec(trimmed);
    const unit = part?.[2]!.toLowerCase();
    if (!part || unit === undefined || !Object.hasOwn(UNITS, unit)) return undefined;
    sum += Number(part[1]) * UNITS[unit]!;
  } while (PART.lastIndex < trimmed.length);
  return sum;
}

/** @param millis at least 0; fractions of a millisecond are rounded. */
export function formatDuration(millis: number): string {
  const whole = Math.round(millis);
  if (whole < 1_000) return whole === 0 ? '0s' : `${whole}ms`;
  const parts: readonly [number, string][] = [
    [Math.floor(whole / 3_600_000), 'h'],
    [Math.floor(whole / 60_000) % 60, 'm'],
    [Math.floor(whole / 1_000) % 60, 's'],
    [whole % 1_000, 'ms'],
  ];
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('');
}
