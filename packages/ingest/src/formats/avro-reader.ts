/**
 * Records of Avro by their schema: records and maps are maps, an enum is its symbol, a union is the value that it holds.
 * Numbers keep the type that the schema gives them, and all 64 bits.
 */
import avro, { type Type } from 'avsc';
import { float, integer, type Value } from '@weir/model';

/** @throws Error for what is no schema. */
export function avroReader(schema: Uint8Array): (bytes: Uint8Array) => Value {
  const type = avro.Type.forSchema(JSON.parse(new TextDecoder().decode(schema)) as avro.Schema, {
    registry: { long: LONG },
    wrapUnions: 'always',
  });
  return bytes => valueOf(type, type.fromBuffer(Buffer.from(bytes)));
}

/** What types of the library read from; one for each record. */
interface Tap {
  readonly buf: Uint8Array;
  readLong(): number;
  skipLong(): void;
  readString(): string;
  /** Elements that lists and maps of the record have claimed. */
  claimed?: number;
}
interface Reading {
  _read(tap: Tap): unknown;
}

/*
 * The library believes what a record says of its length, so a few bytes could ask for any number of elements. Here all
 * lists and maps of a record have together no more elements than the record has bytes. Types of the library are frozen,
 * so it is their classes that learn this; nobody else in the process reads Avro.
 */
Object.assign(avro.types.ArrayType.prototype, {
  _read(this: { readonly itemsType: Reading }, tap: Tap): unknown {
    const list: unknown[] = [];
    for (let count = claim(tap); count > 0; count = claim(tap)) {
      for (; count > 0; count--) list.push(this.itemsType._read(tap));
    }
    return list;
  },
});
Object.assign(avro.types.MapType.prototype, {
  _read(this: { readonly valuesType: Reading }, tap: Tap): unknown {
    const entries: [string, unknown][] = [];
    for (let count = claim(tap); count > 0; count = claim(tap)) {
      for (; count > 0; count--) entries.push([tap.readString(), this.valuesType._read(tap)]);
    }
    return Object.fromEntries(entries);
  },
});

/** @returns how many elements the next block has; 0 after the last one. */
function claim(tap: Tap): number {
  let count = tap.readLong();
  if (count < 0) {
    count = -count;
    tap.skipLong();
  }
  tap.claimed = (tap.claimed ?? 0) + count;
  if (!(tap.claimed <= tap.buf.length)) throw new Error('it claims more elements than it has bytes');
  return count;
}

/** Of 64 bits, as a bigint: a number would lose some. */
const LONG = avro.types.LongType.__with({
  fromBuffer: (buffer: Buffer) => buffer.readBigInt64LE(),
  toBuffer: (value: bigint) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigInt64LE(value);
    return buffer;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === 'bigint',
  compare: (one: bigint, other: bigint) => (one === other ? 0 : one < other ? -1 : 1),
});

function valueOf(type: Type, value: unknown): Value {
  const { types } = avro;
  if (type instanceof types.RecordType) {
    const record = value as Record<string, unknown>;
    return Object.fromEntries(type.fields.map(({ name, type: of }) => [name, valueOf(of, record[name])]));
  }
  if (type instanceof types.ArrayType) return (value as unknown[]).map(item => valueOf(type.itemsType, item));
  if (type instanceof types.MapType) {
    const entries = Object.entries(value as Record<string, unknown>);
    return Object.fromEntries(entries.map(([key, item]) => [key, valueOf(type.valuesType, item)]));
  }
  if (type instanceof types.WrappedUnionType) {
    if (value === null) return null;
    const [[name, inner]] = Object.entries(value as Record<string, unknown>) as [[string, unknown]];
    return valueOf(
      type.types.find(each => each.branchName === name)!,
      inner,
    );
  }
  return scalarOf(type, value);
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
