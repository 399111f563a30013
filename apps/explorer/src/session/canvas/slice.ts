/** Which nodes have a numeric or temporal property within a range. */
import type { GraphNode } from '../../graph/elements.js';
import { numberOf } from '../../graph/value-scale.js';
import type { Range } from '../../parts/range-chart.js';

/** Nodes with a value outside the range are hidden; nodes without a value stay. */
export interface Slice {
  readonly key: string;
  readonly range: Range;
}

/** A property whose values have an order that can be measured. */
export interface SlicedProperty {
  readonly key: string;
  /** Positions are milliseconds since the Unix epoch. */
  readonly isTime: boolean;
  /** One for each node that has a value. */
  readonly positions: readonly number[];
  readonly extent: Range;
}

const DATE = /^[+-]?\d{4,6}-\d\d-\d\d(?:T\d\d:\d\d.*)?$/;
/** Numbers in this range are read as milliseconds since the Unix epoch if all values of the property are. */
const EPOCH_MILLIS: Range = [Date.UTC(2000), Date.UTC(2100)];

/** Returns the position of a value; `undefined`: it has none. */
export function positionOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return numberOf(value);
  if (!DATE.test(value)) return undefined;
  // The name of a time zone follows its offset.
  const time = Date.parse(value.replace(/\[[^\]]*\]$/, ''));
  return Number.isNaN(time) ? undefined : time;
}

export function isOutside({ key, range: [from, to] }: Slice, { properties }: GraphNode): boolean {
  const position = positionOf(properties[key]);
  return position !== undefined && (position < from || position > to);
}

/** Returns the properties with at least two different positions, those of most nodes first. */
export function slicedProperties(nodes: Iterable<GraphNode>): SlicedProperty[] {
  const found = new Map<string, { positions: number[]; dates: number }>();
  for (const { properties } of nodes)
    for (const [key, value] of Object.entries(properties)) {
      const position = positionOf(value);
      if (position === undefined) continue;
      const entry = found.get(key) ?? { positions: [], dates: 0 };
      entry.positions.push(position);
      if (typeof value === 'string') entry.dates++;
      found.set(key, entry);
    }
  return [...found]
    .flatMap(([key, { positions, dates }]) => {
      const extent = extentOf(positions);
      // Numbers and dates have no common axis.
      const isMixed = dates > 0 && dates < positions.length;
      if (extent[0] === extent[1] || isMixed) return [];
      const isTime = dates > 0 || (extent[0] >= EPOCH_MILLIS[0] && extent[1] < EPOCH_MILLIS[1]);
      return [{ key, isTime, positions, extent }];
    })
    .sort((a, b) => b.positions.length - a.positions.length || (a.key < b.key ? -1 : 1));
}

/** Moves a range by a part of its length; at the end of the extent it stops. */
export function movedRange([from, to]: Range, by: number, [start, end]: Range): Range {
  const length = to - from;
  const moved = Math.min(Math.max(from + length * by, start), Math.max(start, end - length));
  return [moved, moved + length];
}

function extentOf(positions: readonly number[]): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const position of positions) {
    low = Math.min(low, position);
    high = Math.max(high, position);
  }
  return [low, high];
}
