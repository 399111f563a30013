/** How workers are told what rows become. Apart from what they load, which is an entry of its own in the bundle. */
import type { ModuleReference } from '@weir/contract';
import type { RowEncoderOptions } from './row-encoder.js';

export function rowEncoderReference({
  shape,
  largestItem,
  omitsNulls = false,
}: RowEncoderOptions): ModuleReference {
  const { href } = new URL('./row-encoder.js', import.meta.url);
  return { module: href, options: { shape, largestItem, omitsNulls } };
}
