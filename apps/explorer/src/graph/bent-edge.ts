/** Shape of an edge that is bent to keep it apart from others between the same nodes. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the control point of a quadratic Bézier curve: beside the middle, at a distance of the curvature times the
 * length, to the left of the direction if the curvature is positive and `y` grows downwards.
 */
export function besideOf(from: Point, to: Point, curvature: number): Point {
  return {
    x: (from.x + to.x) / 2 + (to.y - from.y) * curvature,
    y: (from.y + to.y) / 2 - (to.x - from.x) * curvature,
  };
}
