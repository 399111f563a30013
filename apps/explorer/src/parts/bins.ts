/** Counts values by intervals of equal length, for charts. */
import type { Bin, Range } from './range-chart.js';

/** @param values position and weight; those outside the range are left out. */
export function binsOf(
  values: Iterable<readonly [at: number, weight: number]>,
  [from, to]: Range,
  count: number,
): Bin[] {
  const length = (to - from) / count;
  const weights = new Array<number>(count).fill(0);
  for (const [at, weight] of values) {
    if (at < from || at > to) continue;
    const i = length === 0 ? 0 : Math.min(count - 1, Math.floor((at - from) / length));
    weights[i]! += weight;
  }
  return weights.map((weight, i) => [from + i * length, weight]);
}
