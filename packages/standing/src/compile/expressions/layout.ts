/** Positions of elements in rows. */
import { WeirError } from '@weir/platform';
import type { ElementNumber } from '../shape/shape.js';

/** @throws WeirError `internal` if the plan does not carry the element. */
export function positionIn(layout: readonly ElementNumber[], element: ElementNumber): number {
  const position = layout.indexOf(element);
  if (position < 0) throw new WeirError('internal', `element ${element} is not in the rows`);
  return position;
}
