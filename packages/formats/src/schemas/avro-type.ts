/** Types of Avro, made of schemas as they are written; what they read costs no more than it has bytes. */
import avro, { type Type } from 'avsc';
import { checkAvroCost } from './avro-cost.js';

/** A schema, and those that it names, each behind the ones that it names itself. */
export interface AvroSchema {
  readonly schema: string;
  readonly references?: readonly string[] | undefined;
}

/** @throws Error for what is no schema. */
export function avroType({ schema, references = [] }: AvroSchema): Type {
  const options = { registry: { long: LONG }, wrapUnions: 'always' } as const;
  for (const each of references) avro.Type.forSchema(parsed(each), options);
  const type = avro.Type.forSchema(parsed(schema), options);
  checkAvroCost(type);
  return type;
}

/** The library sets fields of objects by their names, and one of these is special to objects. */
const SPECIAL = '__proto__';
const STAND_IN = '__weir_proto__';

/** @returns the name in the schema of a field of the library's. */
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
 * Finds where values of a schema end, without making them.
 * @returns a function that tells where the value ends that begins at an offset. It throws where there is none.
 */
export function avroSkipper(schema: AvroSchema): (bytes: Buffer, offset: number) => number {
  const inner = avroType(schema);
  const record = (fields: unknown[]): Type =>
    avro.Type.forSchema({ type: 'record', name: 'weir.Skipped', fields } as avro.Schema);
  // Who reads a record and wants none of its fields passes over all of them.
  const nothing = record([]);
  const resolver = nothing.createResolver(record([{ name: 'value', type: inner }]));
  return (bytes, offset) => {
    const end = nothing.decode(bytes, offset, resolver).offset;
    if (end < 0) throw new Error('truncated buffer');
    return end;
  };
}

/** What types of the library read from; one for each record. */
interface Tap {
  readonly buf: Uint8Array;
  pos: number;
  readLong(): number;
  skipLong(): void;
  readString(): string;
  skipString(): void;
  /** Elements that lists and maps of the record have claimed. */
  claimed?: number;
}
interface Reading {
  _read(tap: Tap): unknown;
  _skip(tap: Tap): void;
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
  _skip(this: { readonly itemsType: Reading }, tap: Tap): void {
    for (let count = claim(tap); count > 0; count = claim(tap)) {
      for (; count > 0; count--) {
        const before = tap.pos;
        this.itemsType._skip(tap);
        // Elements without bytes have none, all of them.
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
