/**
 * Encodes values by an Avro schema. A field that a map lacks gets its default, or null if it is nullable; keys that are
 * not fields are omitted. For a union, the first branch that fits the value is used.
 */
import avro, { type Type } from 'avsc';
import { avroFieldName, avroType } from '../schemas/avro-type.js';
import { isMap, type Value } from '@weir/model';
import { below, Unwritable, unwritable } from './unwritable.js';
import { doubleOf, textOf, wholeOf } from './written-scalars.js';

const { types } = avro;

/** @returns a function that throws Unwritable. @throws Error for an unusable schema. */
export function avroWriter(schema: string): (value: Value) => Uint8Array {
  const type = avroType({ schema });
  return value => type.toBuffer(writtenAs(type, value, ''));
}

function writtenAs(type: Type, value: Value, path: string): unknown {
  if (type instanceof types.RecordType) {
    if (!isMap(value)) throw unwritable(path, value, 'a map');
    const record: Record<string, unknown> = {};
    for (const field of type.fields) {
      const name = avroFieldName(field.name);
      const at = below(path, name);
      record[field.name] = Object.hasOwn(value, name)
        ? writtenAs(field.type, value[name]!, at)
        : absent(field, at);
    }
    return record;
  }
  if (type instanceof types.ArrayType) {
    if (!Array.isArray(value)) throw unwritable(path, value, 'a list');
    return value.map((item, i) => writtenAs(type.itemsType, item, below(path, i)));
  }
  if (type instanceof types.MapType) {
    if (!isMap(value)) throw unwritable(path, value, 'a map');
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, writtenAs(type.valuesType, item, below(path, key))]),
    );
  }
  if (type instanceof types.WrappedUnionType) return branchOf(type.types, value, path);
  return scalarOf(type, value, path);
}

function absent(field: { readonly type: Type; defaultValue(): unknown }, path: string): unknown {
  const value = field.defaultValue();
  if (value !== undefined) return value;
  try {
    return writtenAs(field.type, null, path);
  } catch {
    throw unwritable(path, undefined, `an optional field`);
  }
}

function branchOf(branches: readonly Type[], value: Value, path: string): unknown {
  for (const branch of branches) {
    try {
      const written = writtenAs(branch, value, path);
      return written === null ? null : { [branch.branchName!]: written };
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error;
    }
  }
  throw unwritable(path, value, `one of ${branches.map(each => each.branchName).join(', ')}`);
}

function scalarOf(type: Type, value: Value, path: string): unknown {
  switch (type.typeName) {
    case 'null':
      if (value === null) return null;
      throw unwritable(path, value, 'null');
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw unwritable(path, value, 'true or false');
    case 'int':
      return found(whole(value, 32n), value, path, 'a 32-bit integer', Number);
    case 'long':
    case 'abstract:long':
      return found(whole(value, 64n), value, path, 'a 64-bit integer');
    case 'float':
    case 'double':
      return found(doubleOf(value), value, path, 'an exact number');
    case 'string':
      return found(textOf(value), value, path, 'a text');
    case 'bytes':
    case 'fixed':
      if (value instanceof Uint8Array) {
        const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
        if (type.isValid(bytes)) return bytes;
      }
      throw unwritable(path, value, type.typeName === 'fixed' ? 'bytes of the required length' : 'bytes');
    default:
      if (typeof value === 'string' && type.isValid(value)) return value;
      throw unwritable(path, value, `a value of ${type.name ?? type.typeName}`);
  }
}

function whole(value: Value, bits: bigint): bigint | undefined {
  return wholeOf(value, -(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
}

function found<T, U = T>(
  written: T | undefined,
  value: Value,
  path: string,
  wanted: string,
  last?: (written: T) => U,
): T | U {
  if (written === undefined) throw unwritable(path, value, wanted);
  return last === undefined ? written : last(written);
}
