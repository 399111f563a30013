/** From one node of the canvas to the next one in a direction, for arrow keys. */
import type { Point } from '../../canvas/layouts.js';

/** In the coordinates of the graph: y grows upwards. */
export const DIRECTIONS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
} as const satisfies Record<string, Point>;

export type ArrowKey = keyof typeof DIRECTIONS;

/** How much farther a node beside the direction appears to be. */
const SIDEWAYS = 2;

/**
 * Returns the nearest node in the direction, within 45 degrees of it. Without a start, returns the first node on the
 * opposite side, from which the direction leads through the others.
 */
export function nextNode(
  positions: ReadonlyMap<string, Point>,
  start: string | undefined,
  direction: Point,
): string | undefined {
  const from = start === undefined ? undefined : positions.get(start);
  let best: string | undefined;
  let least = Infinity;
  for (const [id, { x, y }] of positions) {
    const [right, up] = from === undefined ? [x, y] : [x - from.x, y - from.y];
    const along = right * direction.x + up * direction.y;
    const beside = Math.abs(right * direction.y) + Math.abs(up * direction.x);
    if (from !== undefined && (along <= 0 || beside > along)) continue;
    const distance = from === undefined ? along : along + SIDEWAYS * beside;
    if (distance >= least) continue;
    [best, least] = [id, distance];
  }
  return best;
}
