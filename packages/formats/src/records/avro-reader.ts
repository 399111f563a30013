/**
 * Records of Avro by their schema: records and maps are maps, an enum is its symbol, a union is the value that it holds.
 * Numbers keep the type that the schema gives them, and all 64 bits.
 */
import avro, { type Type } from 'avsc';
import { float, integer, type Value } from '@weir/model';
import { avroFieldName, type AvroSchema, avroType } from '../schemas/avro-type.js';

/**
 * @param reader what is to be made of records that were written by the other schema; absent: what they are.
 * @throws Error for what is no schema, and where one can't be read as the other.
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

/** Values of bytes are views of a pool of the library, and texts are made at once: nothing keeps the record. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The values of one record. */
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

  /** The library replaces what is not UTF-8: then the text is not in the record as it is here. */
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
