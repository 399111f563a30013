/** Records in a format provided by an extension. Loaded by the workers after they have loaded the extension. */
import { float, type Value, type ValueMap } from '@weir/model';
import { type Clock, WeirError } from '@weir/platform';
import { formatKinds } from '@weir/plugins/registry';
import type { RecordFormat, SlowRecordFormat } from '@weir/contract';
import type { ExtensionFormatDefinition } from '../forms/record-format.js';
import type { RecordDecoder } from '../forms/record-decoders.js';
import { decoded } from './record-formats.js';
import { ReadingFormat } from './schema-formats.js';

export interface ExtensionFormatOptions {
  readonly definition: ExtensionFormatDefinition;
  readonly decoders: readonly RecordDecoder[];
  readonly transformation?: string;
}

/** @param options the result of `formatReference`. @throws WeirError `ingest.invalid`. */
export async function recordFormat(
  options: ValueMap,
  clock: Clock,
): Promise<RecordFormat | SlowRecordFormat> {
  // Plain data created by the same package and transferred as msgpack.
  const { definition, decoders, transformation } = options as unknown as ExtensionFormatOptions;
  const kind = formatKinds.get(definition.type);
  if (kind === undefined)
    throw new WeirError('ingest.invalid', `No extension provides the format ${definition.type}.`);
  const parse = kind.open({ ...definition });
  const format = decoded(decoders, new ReadingFormat(bytes => valueOf(parse(bytes))));
  if (transformation === undefined) return format;
  const { transformed } = await import('./transforming-formats.js');
  return transformed(format, transformation, clock);
}

/** Numbers with a fraction become floats; anything else is unchanged. */
function valueOf(plain: unknown): Value {
  if (typeof plain === 'number') return Number.isSafeInteger(plain) ? plain : float(plain);
  if (Array.isArray(plain)) return plain.map(valueOf);
  if (plain === undefined) return null;
  if (typeof plain !== 'object' || plain === null || Object.getPrototypeOf(plain) !== Object.prototype)
    return plain as Value;
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, valueOf(value)]));
}
