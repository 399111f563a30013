/** Records that a source has decoded itself: each is a packed value, or its error. */
import { decode, type Value, type ValueMap } from '@weir/model';
import { type Clock, WeirError } from '@weir/platform';
import type { RecordFormat, SlowRecordFormat } from '@weir/contract';
import { ReadingFormat } from './schema-formats.js';

/** @throws WeirError if it is an error. */
export function packedValue(bytes: Uint8Array): Value {
  const value = decode(bytes);
  if (value instanceof WeirError) throw value;
  return value as Value;
}

/** @param options the result of `formatReference`. */
export async function recordFormat(
  options: ValueMap,
  clock: Clock,
): Promise<RecordFormat | SlowRecordFormat> {
  const format = new ReadingFormat(packedValue);
  const transformation = options['transformation'];
  if (typeof transformation !== 'string') return format;
  const { transformed } = await import('./transforming-formats.js');
  return transformed(format, transformation, clock);
}
