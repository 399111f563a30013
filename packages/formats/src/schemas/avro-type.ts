/** Creates Avro types from schema texts; the cost of reading with them is bounded by the size of the record. */
import avro, { type Type } from 'avsc';
import { checkAvroCost } from './avro-cost.js';

/** A schema and its references, dependencies first. */
export interface AvroSchema {
  readonly schema: string;
  readonly references?: readonly string[] | undefined;
}

/** @throws Error for an invalid schema. */
export function avroType({ schema, references = [] }: AvroSchema): Type {
  const options = { registry: { long: LONG }, wrapUnions: 'always' } as const;
  for (const each of references) avro.Type.forSchema(parsed(each), options);
  const type = avro.Type.forSchema(parsed(schema), options);
  checkAvroCost(type);
  return type;
}

/** The library sets fields of objects by name, and this name is special on objects. */
const SPECIAL = '__proto__';
const STAND_IN = '__weir_proto__';

/** @returns the schema's name for a field of the library. */
export function avroFieldName(name: string): string {
  return name === STAND_IN ? SPECIAL : name;
}

function parsed(schema: string): avro.Schema {
  return JSON.parse(schema, (key, value: unknown) =>
    key === 'fields' && Array.isArray(value) ? value.map(renamed) : value,
  ) as avro.Schema;
}

function renamed(field: unknown): unknown {
  const isSpecial = typeof field === 'object' && field !== null && 'name' in field && field.name === SPECIAL;
  return isSpecial ? { ...field, name: STAND_IN } : field;
}

/**
 * Finds the ends of values without creating them.
 * @returns a function from the start offset of a value to its end offset. It throws for an invalid value.
 */
export function avroSkipper(schema: AvroSchema): (bytes: Buffer, offset: number) => number {
  const inner = avroType(schema);
  const record = (fields: unknown[]): Type =>
    avro.Type.forSchema({ type: 'record', name: 'weir.Skipped', fields } as avro.Schema);
  // Reading a record without any of its fields skips all of them.
  const nothing = record([]);
  const resolver = nothing.createResolver(record([{ name: 'value', type: inner }]));
  return (bytes, offset) => {
    const end = nothing.decode(bytes, offset, resolver).offset;
    if (end < 0) throw new Error('truncated buffer');
    return end;
  };
}

/** The input of the library's types; one per record. */
interface Tap {
  readonly buf: Uint8Array;
  pos: number;
  readLong(): number;
  skipLong(): void;
  readString(): string;
  skipString(): void;
  /** Number of elements that lists and maps of the record have claimed. */
  claimed?: number;
}
interface Reading {
  _read(tap: Tap): unknown;
  _skip(tap: Tap): void;
}

/*
 * The library trusts the lengths in a record, so a few bytes could request any number of elements. This limits the
 * elements of all lists and maps of a record together to its number of bytes. It patches the classes, because the types
 * are frozen; nothing else in the process reads Avro.
 */
Object.assign(avro.types.ArrayType.prototype, {
  _read(this: { readonly itemsType: Reading }, tap: Tap): unknown {
    const list: unknown[] = [];
    for (let count = claim(tap); count > 0; count = claim(tap)) {
      for (; count > 0; count--) list.push(this.itemsType._read(tap));
    }
    return list;
  },
  _skip(this: { readonly itemsType: Reading }, tap: Tap): void {
    for (let count = claim(tap); count > 0; count = claim(tap)) {
      for (; count > 0; count--) {
        const before = tap.pos;
        this.itemsType._skip(tap);
        // Zero-size elements: skip the rest.
        if (tap.pos === before) break;
      }
    }
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
  _skip(this: { readonly valuesType: Reading }, tap: Tap): void {
    for (let count = claim(tap); count > 0; count = claim(tap)) {
      for (; count > 0; count--) {
        tap.skipString();
        this.valuesType._skip(tap);
      }
    }
  },
});

/** @returns the number of elements in the next block; 0 after the last one. */
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

/** 64-bit integers as bigints, since a number would lose precision. */
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
