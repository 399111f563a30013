/** Which element stands where in rows. */
import { WeirError } from '@weir/model';
import type { ElementNumber } from '../shape/shape.js';

/** @throws WeirError `internal` where the plan has forgotten that the element is needed. */
export function placeIn(layout: readonly ElementNumber[], element: ElementNumber): number {
  const place = layout.indexOf(element);
  if (place < 0) throw new WeirError('internal', `element ${element} is not in the rows`);
  return place;
}
