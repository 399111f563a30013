/** Appearance of an edge: from the first rule for its type, else the default. */
import type { EdgeAppearance } from '../../api/types.js';
import type { GraphEdge } from '../elements.js';
import { positionOnScale, rangesOfScales, type Ranges } from '../value-scale.js';

export interface EdgeStyle {
  readonly size: number;
  /** `undefined`: the color of edges of the page. */
  readonly color: string | undefined;
}

/** Thick enough that the direction is readable when the whole graph is in view. */
export const EDGE_WIDTH = 2;
export const PLAIN_EDGE: EdgeStyle = { size: EDGE_WIDTH, color: undefined };

/** @param ranges of the shown values, for rules that scale by them. */
export function edgeStyleOf(
  { type, properties }: GraphEdge,
  rules: readonly EdgeAppearance[],
  ranges: Ranges,
): EdgeStyle {
  const rule = rules.find(({ edgeType }) => edgeType === type);
  if (rule === undefined) return PLAIN_EDGE;
  const width = rule.width ?? EDGE_WIDTH;
  const scale = rule.widthBy;
  const position = scale ? positionOnScale(scale, properties[scale.key], ranges) : undefined;
  return {
    size: position === undefined ? width : width * (0.5 + 2.5 * position),
    color: rule.color ?? undefined,
  };
}

/** Returns the ranges of the values that rules for edges scale by. */
export function rangesOfEdges(edges: Iterable<GraphEdge>, rules: readonly EdgeAppearance[]): Ranges {
  return rangesOfScales(
    edges,
    rules.map(({ widthBy }) => widthBy),
  );
}
