/** Shape of an edge from a node to itself. */
import type { Place } from './bent-edge.js';

export interface Loop extends Place {
  readonly radius: number;
  /** Points where it leaves the node and returns to it. */
  readonly start: Place;
  readonly end: Place;
}

/** Pixels, or what else nodes are measured in. */
const SMALLEST = 8;
/** From one of several to the next around it. */
const STEP = 10;
/** Of the node's radius, how far below the loop's foot its middle is: less than all, and they cross. */
const SUNK = 0.4;

/**
 * It is a circle above the node, where `y` grows downwards, that begins on the node's left and ends on its right.
 * @param size the node's radius.
 * @param index of those of one node, from 0; the next are around it.
 */
export function loopOf({ x, y }: Place, size: number, index: number): Loop {
  const radius = Math.max(SMALLEST, size) + STEP * index;
  const away = radius + size * SUNK;
  // Where the two circles cross: so far above the middle of the node, and so far to both sides.
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
