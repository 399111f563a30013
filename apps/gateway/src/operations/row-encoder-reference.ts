/** How workers are told what rows become. Apart from what they load, which is an entry of its own in the bundle. */
import type { ModuleReference } from '@weir/contract';
import type { AnswerShape } from './row-encoder.js';

/** @param largestItem characters of an item; one that is larger ends the query. */
export function rowEncoderReference(shape: AnswerShape, largestItem: number): ModuleReference {
  const { href } = new URL('./row-encoder.js', import.meta.url);
  return { module: href, options: { shape, largestItem } };
}
