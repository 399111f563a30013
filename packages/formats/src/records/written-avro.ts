/**
 * Avro records that are read with their writer schema, which arrives with their chunk. In the form of schema registries
 * a record begins with a zero byte and the id of its schema; all records of a container have the same schema.
 */
import { type Value, type ValueMap } from '@weir/model';
import { type Clock, messageOf } from '@weir/platform';
import type { RecordChunk, RecordFormat, SlowRecordFormat } from '@weir/contract';
import { avroReader } from './avro-reader.js';
import type { AvroSchema } from '../schemas/avro-type.js';
import type { WrittenAvroOptions } from './format-options.js';
import { decoded } from './record-formats.js';
import { type Read, ReadingFormat } from './schema-formats.js';

/** Keyed by the id in the records; a string is the reason that the schema is missing. */
export type RegisteredSchemas = Readonly<Record<string, AvroSchema | string>>;

export const HEADER_BYTES = 5;
const MAGIC = 0;
/** Maximum number of cached readers; a topic has a few schemas. */
const MOST_READERS = 500;

/** @returns the id of the schema; undefined if the record has none. */
export function schemaNumberOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < HEADER_BYTES || bytes[0] !== MAGIC) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(1);
}

type Parse = RecordFormat['parse'];
/** Returns the reader for the records of a chunk. */
type ReaderOfChunk = (context: string) => Read;

class WrittenAvroFormat implements RecordFormat {
  constructor(
    private readonly decoders: WrittenAvroOptions['decoders'],
    private readonly readerOf: ReaderOfChunk,
  ) {}

  parse(chunk: RecordChunk, accept: Parameters<Parse>[1], reject: Parameters<Parse>[2]): void {
    const format = new ReadingFormat(this.readerOf(chunk.context!));
    decoded(this.decoders, format).parse(chunk, accept, reject);
  }
}

function containerReader(reader: AvroSchema | undefined): ReaderOfChunk {
  let last: { readonly schema: string; readonly read: Read } | undefined;
  return schema => {
    if (last?.schema !== schema) last = { schema, read: failingLate(() => avroReader({ schema }, reader)) };
    return last.read;
  };
}

function registeredReader(reader: AvroSchema | undefined): ReaderOfChunk {
  const readers = new Map<number, Read>();
  return context => {
    let schemas: RegisteredSchemas | undefined;
    return bytes => {
      const number = schemaNumberOf(bytes);
      if (number === undefined)
        throw new Error('it does not begin with a zero byte and a schema id of the registry');
      let read = readers.get(number);
      if (read === undefined) {
        schemas ??= JSON.parse(context) as RegisteredSchemas;
        const schema = schemas[number] ?? `the registry has no schema ${number}`;
        if (typeof schema === 'string') throw new Error(schema);
        read = failingLate(() => avroReader(schema, reader));
        if (readers.size >= MOST_READERS) readers.clear();
        readers.set(number, read);
      }
      return read(bytes.subarray(HEADER_BYTES));
    };
  };
}

/** An unusable schema is reported as an error of each of its records. */
function failingLate(make: () => Read): Read {
  try {
    return make();
  } catch (error) {
    const reason = `its schema is invalid: ${messageOf(error)}`;
    return (): Value => {
      throw new Error(reason);
    };
  }
}

/** @param options the result of `formatReference`. */
export async function recordFormat(
  options: ValueMap,
  clock: Clock,
): Promise<RecordFormat | SlowRecordFormat> {
  // Plain data created by the same package and transferred as msgpack.
  const { kind, decoders, schema, transformation } = options as unknown as WrittenAvroOptions & {
    readonly transformation?: string;
  };
  const reader = schema === null ? undefined : { schema: new TextDecoder().decode(schema) };
  const readerOf = kind === 'container' ? containerReader(reader) : registeredReader(reader);
  const format = new WrittenAvroFormat(decoders, readerOf);
  if (transformation === undefined) return format;
  const { transformed } = await import('./transforming-formats.js');
  return transformed(format, transformation, clock);
}
