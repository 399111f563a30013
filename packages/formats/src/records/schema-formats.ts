/**
 * Formats whose records are read with a schema. This module loads the readers, so only streams that need it load it.
 * The schema itself was read when the stream was created, and is part of the options.
 */
import { isTooDeep, MAX_VALUE_DEPTH, type Value, type ValueMap } from '@weir/model';
import { type Clock, messageOf, WeirError } from '@weir/platform';
import type { RecordFormat, SlowRecordFormat } from '@weir/contract';
import { decoded } from './record-formats.js';
import type { SchemaFormatOptions } from './format-options.js';

export type Read = (bytes: Uint8Array) => Value;

export class ReadingFormat implements RecordFormat {
  constructor(private readonly read: Read) {}

  parse(
    { bytes, bounds }: Parameters<RecordFormat['parse']>[0],
    accept: (value: Value, index: number) => void,
    reject: (index: number, reason: string) => void,
  ): void {
    const count = bounds.length >>> 1;
    for (let index = 0; index < count; index++) {
      let value: Value;
      try {
        value = this.read(bytes.subarray(bounds[index * 2], bounds[index * 2 + 1]));
        if (isTooDeep(value)) throw new Error(`it is nested deeper than ${MAX_VALUE_DEPTH} levels`);
      } catch (error) {
        reject(index, messageOf(error));
        continue;
      }
      accept(value, index);
    }
  }
}

/** @throws WeirError `ingest.invalid` if the schema is invalid, or lacks the type. */
export async function readerOf(options: SchemaFormatOptions): Promise<Read> {
  try {
    if (options.kind === 'avro') {
      const schema = new TextDecoder().decode(options.schema);
      return (await import('./avro-reader.js')).avroReader({ schema });
    }
    return (await import('./protobuf-reader.js')).protobufReader(options.schema, options.typeName);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WeirError('ingest.invalid', `The schema cannot be used: ${reason}`, { cause });
  }
}

/** @param options the result of `formatReference`. */
export async function recordFormat(
  options: ValueMap,
  clock: Clock,
): Promise<RecordFormat | SlowRecordFormat> {
  // Plain data created by the same package and transferred as msgpack.
  const known = options as unknown as SchemaFormatOptions & { readonly transformation?: string };
  const format = decoded(known.decoders, new ReadingFormat(await readerOf(known)));
  if (known.transformation === undefined) return format;
  const { transformed } = await import('./transforming-formats.js');
  return transformed(format, known.transformation, clock);
}
