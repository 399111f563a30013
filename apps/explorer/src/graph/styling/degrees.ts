/** Numbers of edges of nodes on the canvas, for rules that scale by them. */
import type { NodeAppearance } from '../../api/types.js';
import type { GraphEdge } from '../elements.js';

export interface Degrees {
  /** Keyed by node id; nodes without edges are missing. */
  readonly counts: ReadonlyMap<string, number>;
  readonly most: number;
}

export const NO_DEGREES: Degrees = { counts: new Map(), most: 0 };

/** Counts nothing unless a rule needs it. */
export function degreesOf(edges: Iterable<GraphEdge>, rules: readonly NodeAppearance[]): Degrees {
  if (!rules.some(({ sizeByDegree }) => sizeByDegree)) return NO_DEGREES;
  const counts = new Map<string, number>();
  let most = 0;
  for (const { from, to } of edges)
    for (const id of from === to ? [from] : [from, to]) {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      if (count > most) most = count;
    }
  return { counts, most };
}

/** The root flattens the scale, so that one hub does not make all other nodes equal. @returns from 0 to 1. */
export function degreePosition(id: string, { counts, most }: Degrees): number {
  return most === 0 ? 0 : Math.sqrt((counts.get(id) ?? 0) / most);
}
