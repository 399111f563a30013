/**
 * Reference by which workers load the row encoder. Kept apart from the encoder, which is a separate entry point in the
 * bundle.
 */
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
