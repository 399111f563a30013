/** Maps the values of a property to sizes and colors. */
import type { NodeAppearance, ValueScale } from '../api/types.js';
import type { GraphNode } from './elements.js';

export type Range = readonly [low: number, high: number];
/** Keyed by property. */
export type Ranges = ReadonlyMap<string, Range>;

export const NO_RANGES: Ranges = new Map();

/** Returns the ranges of numeric values for properties that a rule scales by without giving a range. */
export function rangesOf(nodes: Iterable<GraphNode>, rules: readonly NodeAppearance[]): Ranges {
  return rangesOfScales(
    nodes,
    rules.flatMap(({ colorBy, sizeBy }) => [colorBy, sizeBy]),
  );
}

export function rangesOfScales(
  elements: Iterable<Pick<GraphNode, 'properties'>>,
  scales: readonly (ValueScale | null | undefined)[],
): Ranges {
  const keys = new Set(
    scales.flatMap(scale => (scale && (scale.from ?? scale.to) === undefined ? scale.key : [])),
  );
  if (keys.size === 0) return NO_RANGES;
  const ranges = new Map<string, Range>();
  for (const { properties } of elements)
    for (const key of keys) {
      const value = numberOf(properties[key]);
      if (value === undefined) continue;
      const [low, high] = ranges.get(key) ?? [value, value];
      ranges.set(key, [Math.min(low, value), Math.max(high, value)]);
    }
  return ranges;
}

/** @returns the ends of the scale; `undefined`: no value is known. */
export function endsOf({ key, from, to }: ValueScale, ranges: Ranges): Range | undefined {
  const [least, most] = ranges.get(key) ?? [undefined, undefined];
  const [low, high] = [from ?? least, to ?? most];
  return low === undefined || high === undefined ? undefined : [low, high];
}

/** @returns the value's relative position, from 0 to 1; `undefined`: it is not a number. */
export function positionOnScale(
  { key, from, to }: ValueScale,
  value: unknown,
  ranges: Ranges,
): number | undefined {
  const number = numberOf(value);
  if (number === undefined) return undefined;
  const [least, most] = ranges.get(key) ?? [number, number];
  const [low, high] = [from ?? least, to ?? most];
  if (low === high) return 0.5;
  return Math.min(1, Math.max(0, (number - low) / (high - low)));
}

/** Accepts numbers that the page keeps as text. */
export function numberOf(value: unknown): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'object' && value !== null
        ? Number(JSON.stringify(value))
        : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Interpolates between a pale tone and the color itself. @param position from 0 to 1. */
export function toneOf(color: string, position: number): string {
  const [red, green, blue] = [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16)) as [
    number,
    number,
    number,
  ];
  const mixed = [red, green, blue].map(part => Math.round(PALE + (part - PALE) * (0.12 + 0.88 * position)));
  return `#${mixed.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}

const PALE = 225;
