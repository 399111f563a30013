/** Shape of an edge from a node to itself. */
import type { Point } from './bent-edge.js';

export interface Loop extends Point {
  readonly radius: number;
  /** Points where it leaves the node and returns to it. */
  readonly start: Point;
  readonly end: Point;
}

/** Pixels, or the unit of node sizes. */
const SMALLEST = 8;
/** Distance from one loop to the next outer one. */
const STEP = 10;
/** How far the loop's center is below its foot, as a fraction of the node's radius: with less, loops cross. */
const SUNK = 0.4;

/**
 * Returns a circle above the node, with `y` growing downwards, that starts on the node's left and ends on its right.
 * @param size the node's radius.
 * @param index of the loop at its node, from 0; later ones are outside.
 */
export function loopOf({ x, y }: Point, size: number, index: number): Loop {
  const radius = Math.max(SMALLEST, size) + STEP * index;
  const away = radius + size * SUNK;
  // Intersections of the two circles: distance above the center of the node, and distance to both sides.
  const above = (size ** 2 - radius ** 2 + away ** 2) / (2 * away);
  const beside = Math.sqrt(size ** 2 - above ** 2);
  return {
    x,
    y: y - away,
    radius,
    start: { x: x - beside, y: y - above },
    end: { x: x + beside, y: y - above },
  };
}
