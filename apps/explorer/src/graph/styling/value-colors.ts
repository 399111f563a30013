/** Colors of values that are not numbers: different values have different colors while there are enough of them. */
import { shown } from '../../api/exact-json.js';
import type { NodeAppearance } from '../../api/types.js';
import { COLORS, colorOfType } from './colors.js';
import type { GraphNode } from '../elements.js';

/** Keyed by property, then by the text of a value. */
export type ValueColors = ReadonlyMap<string, ReadonlyMap<string, string>>;

export const NO_VALUE_COLORS: ValueColors = new Map();

/**
 * Values receive colors in the order of the nodes, so that a value keeps its color when others are added. With more
 * values than colors, some share one.
 */
export function valueColorsOf(nodes: Iterable<GraphNode>, rules: readonly NodeAppearance[]): ValueColors {
  const keys = new Set(rules.flatMap(({ colorBy }) => colorBy?.key ?? []));
  if (keys.size === 0) return NO_VALUE_COLORS;
  const colors = new Map<string, Map<string, string>>();
  for (const key of keys) colors.set(key, new Map());
  for (const { properties } of nodes)
    for (const [key, known] of colors) {
      const value = properties[key];
      if (value === undefined || value === null || typeof value === 'number') continue;
      const text = shown(value);
      if (!known.has(text)) known.set(text, freeColor(`${key} ${text}`, new Set(known.values())));
    }
  return colors;
}

/** The color that the value has alone, or the next one that no other value has. */
function freeColor(name: string, taken: ReadonlySet<string>): string {
  const own = colorOfType(name);
  const start = COLORS.indexOf(own);
  const inOrder = [...COLORS.slice(start), ...COLORS.slice(0, start)];
  return inOrder.find(color => !taken.has(color)) ?? own;
}
