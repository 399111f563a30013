/**
 * Encodes maps as Protobuf messages. A key sets the field of that name; keys without a field are omitted, as are fields
 * for which the map has no value or null.
 */
import { type DescEnum, type DescField, type DescMessage, ScalarType, toBinary } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { protobufMessage } from '../schemas/protobuf-message.js';
import { isMap, type Value } from '@weir/model';
import { below, unwritable } from './unwritable.js';
import { doubleOf, textOf, wholeOf } from './written-scalars.js';

type Write = (value: Value) => Uint8Array;

/** @returns a function that throws Unwritable. @throws Error for an unusable schema. */
export function protobufWriter(schema: Uint8Array, typeName: string): Write {
  const message = protobufMessage(schema, typeName);
  return value => toBinary(message, messageOf(message, value, '').message);
}

function messageOf(type: DescMessage, value: Value, path: string): ReflectMessage {
  if (!isMap(value)) throw unwritable(path, value, 'a map');
  const message = reflect(type);
  for (const field of type.fields) {
    const item = Object.hasOwn(value, field.name) ? value[field.name]! : null;
    if (item !== null) setField(message, field, item, below(path, field.name));
  }
  return message;
}

function setField(message: ReflectMessage, field: DescField, value: Value, path: string): void {
  switch (field.fieldKind) {
    case 'scalar':
      message.set(field, scalarOf(field.scalar, value, path));
      return;
    case 'enum':
      message.set(field, enumOf(field.enum, value, path));
      return;
    case 'message':
      message.set(field, messageOf(field.message, value, path));
      return;
    case 'list': {
      if (!Array.isArray(value)) throw unwritable(path, value, 'a list');
      const list = message.get(field);
      value.forEach((item, i) => list.add(itemOf(field, item, below(path, i))));
      return;
    }
    case 'map': {
      if (!isMap(value)) throw unwritable(path, value, 'a map');
      const map = message.get(field);
      for (const [key, item] of Object.entries(value)) {
        const at = below(path, key);
        map.set(keyOf(field.mapKey, key, at), itemOf(field, item, at));
      }
    }
  }
}

function itemOf(field: DescField & { fieldKind: 'list' | 'map' }, value: Value, path: string): unknown {
  const kind = field.fieldKind === 'list' ? field.listKind : field.mapKind;
  if (kind === 'message') return messageOf(field.message!, value, path);
  return kind === 'enum' ? enumOf(field.enum!, value, path) : scalarOf(field.scalar!, value, path);
}

function keyOf(type: ScalarType, key: string, path: string): unknown {
  if (type === ScalarType.STRING) return key;
  if (type === ScalarType.BOOL) {
    if (key === 'true' || key === 'false') return key === 'true';
    throw unwritable(path, key, 'a boolean key');
  }
  if (/^-?\d{1,19}$/.test(key)) return numberOf(type, wholeNumber(key), path);
  throw unwritable(path, key, 'an integer key');
}

function wholeNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function enumOf(type: DescEnum, value: Value, path: string): number {
  const found =
    typeof value === 'string'
      ? type.values.find(({ name }) => name === value)?.number
      : Number(wholeOf(value, -(2n ** 31n), 2n ** 31n - 1n) ?? NaN);
  if (found !== undefined && !Number.isNaN(found)) return found;
  throw unwritable(path, value, `a value of ${type.typeName}`);
}

function scalarOf(type: ScalarType, value: Value, path: string): unknown {
  switch (type) {
    case ScalarType.STRING: {
      const text = textOf(value);
      if (text !== undefined) return text;
      throw unwritable(path, value, 'a text');
    }
    case ScalarType.BOOL:
      if (typeof value === 'boolean') return value;
      throw unwritable(path, value, 'true or false');
    case ScalarType.BYTES:
      if (value instanceof Uint8Array) return value;
      throw unwritable(path, value, 'bytes');
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE: {
      const number = doubleOf(value);
      if (number !== undefined) return number;
      throw unwritable(path, value, 'an exact number');
    }
    default:
      return numberOf(type, value, path);
  }
}

function numberOf(type: ScalarType, value: Value, path: string): number | bigint {
  const isLong = LONG.has(type);
  const bits = isLong ? 64n : 32n;
  const isUnsigned = UNSIGNED.has(type);
  const least = isUnsigned ? 0n : -(2n ** (bits - 1n));
  const whole = wholeOf(value, least, 2n ** (isUnsigned ? bits : bits - 1n) - 1n);
  if (whole === undefined) throw unwritable(path, value, `a ${bits}-bit integer`);
  return isLong ? whole : Number(whole);
}

const LONG: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);
const UNSIGNED: ReadonlySet<ScalarType> = new Set([
  ScalarType.UINT32,
  ScalarType.UINT64,
  ScalarType.FIXED32,
  ScalarType.FIXED64,
]);
