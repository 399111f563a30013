/**
 * Decodes Protobuf messages, by a compiled descriptor set, to maps: integers of all widths become integers, an enum the
 * name of its value, map keys strings. Absent fields are omitted if presence is tracked, and have the default of their
 * type otherwise.
 */
import { type DescEnum, type DescField, fromBinary, ScalarType } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { protobufMessage } from '../schemas/protobuf-message.js';
import { float, integer, type Value } from '@weir/model';

/** @throws Error for an invalid descriptor set, and for a name that no message has, or several. */
export function protobufReader(schema: Uint8Array, typeName: string): (bytes: Uint8Array) => Value {
  const message = protobufMessage(schema, typeName);
  return bytes => mapOf(reflect(message, fromBinary(message, bytes)));
}

function mapOf(message: ReflectMessage): Value {
  const entries: [string, Value][] = [];
  for (const field of message.fields) {
    const canBeAbsent = field.presence !== FeatureSet_FieldPresence.IMPLICIT;
    const isPlural = field.fieldKind === 'list' || field.fieldKind === 'map';
    if (canBeAbsent && !isPlural && !message.isSet(field)) continue;
    entries.push([field.name, fieldOf(message, field)]);
  }
  return Object.fromEntries(entries);
}

function fieldOf(message: ReflectMessage, field: DescField): Value {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarOf(field.scalar, message.get(field));
    case 'enum':
      return nameOf(field.enum, message.get(field));
    case 'message':
      return mapOf(message.get(field));
    case 'list':
      return [...message.get(field)].map(item => itemOf(field, item));
    case 'map':
      return Object.fromEntries(
        [...message.get(field)].map(([key, item]) => [String(key), itemOf(field, item)]),
      );
  }
}

function itemOf(field: DescField & { fieldKind: 'list' | 'map' }, item: unknown): Value {
  const kind = field.fieldKind === 'list' ? field.listKind : field.mapKind;
  if (kind === 'message') return mapOf(item as ReflectMessage);
  return kind === 'enum' ? nameOf(field.enum!, item) : scalarOf(field.scalar!, item);
}

/** A number without a name remains a number. */
function nameOf(type: DescEnum, value: unknown): Value {
  return type.value[value as number]?.name ?? (value as number);
}

function scalarOf(type: ScalarType, value: unknown): Value {
  switch (type) {
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return float(value as number);
    case ScalarType.BYTES:
      return (value as Uint8Array).slice();
    case ScalarType.STRING:
    case ScalarType.BOOL:
      return value as string | boolean;
    default:
      return wholeNumber(value as number | bigint);
  }
}

/** Beyond 63 bits the nearest float, as for JSON. */
function wholeNumber(value: number | bigint): Value {
  return integer(BigInt(value)) ?? float(Number(value));
}
