/**
 * Decodes Avro records by their schema: records and maps become maps, an enum its symbol, a union its value. Numbers
 * keep the type of the schema, and all 64 bits.
 */
import avro, { type Type } from 'avsc';
import { float, integer, type Value } from '@weir/model';
import { avroFieldName, type AvroSchema, avroType } from '../schemas/avro-type.js';

/**
 * @param reader schema to which records of the other schema are converted; if absent, they are not converted.
 * @throws Error for an invalid schema, and if one cannot be read as the other.
 */
export function avroReader(writer: AvroSchema, reader?: AvroSchema): (bytes: Uint8Array) => Value {
  const written = avroType(writer);
  const type = reader === undefined ? written : avroType(reader);
  const resolver = type === written ? undefined : type.createResolver(written);
  return bytes => {
    const record = asBuffer(bytes);
    return new AvroValues(record).valueOf(type, type.fromBuffer(record, resolver));
  };
}

const REPLACEMENT = '\u{fffd}';

/** Byte values are views of the library's pool, and texts are created immediately: nothing keeps the record alive. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

class AvroValues {
  constructor(private readonly record: Buffer) {}

  valueOf(type: Type, value: unknown): Value {
    const { types } = avro;
    if (type instanceof types.RecordType) {
      const record = value as Record<string, unknown>;
      return Object.fromEntries(
        type.fields.map(({ name, type: of }) => [avroFieldName(name), this.valueOf(of, record[name])]),
      );
    }
    if (type instanceof types.ArrayType)
      return (value as unknown[]).map(item => this.valueOf(type.itemsType, item));
    if (type instanceof types.MapType) {
      const entries = Object.entries(value as Record<string, unknown>);
      return Object.fromEntries(
        entries.map(([key, item]) => [this.text(key), this.valueOf(type.valuesType, item)]),
      );
    }
    if (type instanceof types.WrappedUnionType) {
      if (value === null) return null;
      const [[name, inner]] = Object.entries(value as Record<string, unknown>) as [[string, unknown]];
      return this.valueOf(
        type.types.find(each => each.branchName === name)!,
        inner,
      );
    }
    return typeof value === 'string' ? this.text(value) : scalarOf(type, value);
  }

  /** The library replaces invalid UTF-8: then the record does not contain the text in this form. */
  private text(value: string): string {
    if (value.includes(REPLACEMENT) && !this.record.includes(value)) throw new Error('a text is not UTF-8');
    return value;
  }
}

function scalarOf(type: Type, value: unknown): Value {
  switch (type.typeName) {
    case 'float':
    case 'double':
      return float(value as number);
    case 'abstract:long':
    case 'long':
    case 'int':
      return integer(BigInt(value as number | bigint))!;
    case 'bytes':
    case 'fixed':
      return Uint8Array.from(value as Uint8Array);
    default:
      return value as string | boolean | null;
  }
}
