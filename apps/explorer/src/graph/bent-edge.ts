/** Where an edge goes that is bent, so that it does not lie on others between the same nodes. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * It is a curve of Bézier's with one place that draws it aside: beside its middle, as many lengths away as its curvature
 * says, to the left of its way where that is above 0 and `y` grows downwards.
 */
export function besideOf(from: Place, to: Place, curvature: number): Place {
  return {
    x: (from.x + to.x) / 2 + (to.y - from.y) * curvature,
    y: (from.y + to.y) / 2 - (to.x - from.x) * curvature,
  };
}
