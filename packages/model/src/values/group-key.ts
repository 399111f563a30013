/**
 * Keys for DISTINCT and grouping: two values have the same key in a `Map` exactly if they are `equivalent`.
 *
 * Strings, numbers, booleans and null are their own keys. Everything else, and the rare string that begins with the
 * mark, becomes a string that begins with the mark; inside it strings carry their length, so that keys are unambiguous.
 */
import type { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import { Kind, kindOf } from './value-kind.js';
import {
  IdValue,
  type Duration,
  type Float,
  type NodeValue,
  type OffsetTime,
  type PathValue,
  type RelationshipValue,
  type Value,
  type ValueMap,
  unwrapNumber,
} from './value.js';

export type GroupKey = string | number | boolean | null;

const MARK = '\0';

export function groupKey(value: Value): GroupKey {
  switch (typeof value) {
    case 'string':
      return value.charCodeAt(0) === 0 ? MARK + part(value) : value;
    case 'boolean':
      return value;
    case 'number':
      // Beyond 2^53 a float may equal a bigint integer: both get the same text.
      if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || value !== value) return value;
      return MARK + part(value);
    default:
      if (value === null) return null;
      if (kindOf(value) === Kind.Number && typeof value !== 'bigint') return groupKey((value as Float).value);
      return MARK + part(value);
  }
}

/** Returns the key of several values together. */
export function rowKey(values: readonly Value[]): GroupKey {
  return values.length === 1 ? groupKey(values[0]!) : MARK + list(values);
}

function part(value: Value): string {
  const kind = kindOf(value);
  switch (kind) {
    case Kind.Null:
      return '-';
    case Kind.String:
      return text(value as string);
    case Kind.Boolean:
      return value ? '+' : '!';
    case Kind.Number:
      return number(unwrapNumber(value as number));
    case Kind.List:
      return list(value as readonly Value[]);
    case Kind.Map:
      return map(value as ValueMap);
    case Kind.Bytes:
      return 'b' + text(value instanceof IdValue ? value.id : latin1(value as Uint8Array));
    case Kind.Node:
      return 'v' + text((value as NodeValue).id);
    case Kind.Relationship:
      return relationship(value as RelationshipValue);
    case Kind.Path:
      return path(value as PathValue);
    case Kind.Duration: {
      const { months, days, seconds, nanos } = value as Duration;
      return `p${months},${days},${seconds},${nanos};`;
    }
    case Kind.Time:
      return `t${(value as OffsetTime).nanoOfDay},${(value as OffsetTime).offsetSeconds};`;
    default:
      return `d${kind}${(value as LocalDate | LocalTime | LocalDateTime | ZonedDateTime).toString()};`;
  }
}

function text(value: string): string {
  return `${value.length}:${value}`;
}

function number(value: number | bigint): string {
  if (typeof value === 'number' && Number.isInteger(value)) return `n${BigInt(value)};`;
  return `n${value};`;
}

function list(values: readonly Value[]): string {
  let result = `[${values.length};`;
  for (let i = 0; i < values.length; i++) result += part(values[i]!);
  return result;
}

function map(values: ValueMap): string {
  const keys = Object.keys(values).sort();
  let result = `{${keys.length};`;
  for (const key of keys) result += text(key) + part(values[key]!);
  return result;
}

function relationship(value: RelationshipValue): string {
  return 'r' + text(value.start) + text(value.label) + text(value.end);
}

function path(value: PathValue): string {
  let result = `w${value.relationships.length};${text(value.nodes[0]!.id)}`;
  for (let i = 0; i < value.relationships.length; i++) {
    result += relationship(value.relationships[i]!) + text(value.nodes[i + 1]!.id);
  }
  return result;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
