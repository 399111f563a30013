/**
 * The kind of a value. The numbers are the ascending sort order of kinds: openCypher's, with bytes and temporal values,
 * which it does not order, between paths and strings as in the reference.
 */
import { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import {
  Duration,
  Float,
  IdValue,
  NodeValue,
  OffsetTime,
  PathValue,
  RelationshipValue,
  type Value,
} from './value.js';

export const Kind = {
  Map: 0,
  Node: 1,
  Relationship: 2,
  List: 3,
  Path: 4,
  /** Bytes and ids: an id is bytes that print differently. */
  Bytes: 5,
  LocalTime: 6,
  Time: 7,
  Date: 8,
  LocalDateTime: 9,
  DateTime: 10,
  Duration: 11,
  String: 12,
  Boolean: 13,
  Number: 14,
  Null: 15,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

export function kindOf(value: Value): Kind {
  switch (typeof value) {
    case 'string':
      return Kind.String;
    case 'number':
    case 'bigint':
      return Kind.Number;
    case 'boolean':
      return Kind.Boolean;
    default:
      return value === null ? Kind.Null : objectKind(value);
  }
}

function objectKind(value: object): Kind {
  if (Array.isArray(value)) return Kind.List;
  if (value instanceof Float) return Kind.Number;
  if (value instanceof NodeValue) return Kind.Node;
  if (value instanceof IdValue || value instanceof Uint8Array) return Kind.Bytes;
  if (value instanceof RelationshipValue) return Kind.Relationship;
  if (value instanceof PathValue) return Kind.Path;
  if (value instanceof ZonedDateTime) return Kind.DateTime;
  if (value instanceof LocalDateTime) return Kind.LocalDateTime;
  if (value instanceof LocalDate) return Kind.Date;
  if (value instanceof Duration) return Kind.Duration;
  if (value instanceof LocalTime) return Kind.LocalTime;
  if (value instanceof OffsetTime) return Kind.Time;
  return Kind.Map;
}

const TYPE_NAMES: Readonly<Record<Kind, string>> = {
  [Kind.Map]: 'MAP',
  [Kind.Node]: 'NODE',
  [Kind.Relationship]: 'RELATIONSHIP',
  [Kind.List]: 'LIST OF ANY',
  [Kind.Path]: 'PATH',
  [Kind.Bytes]: 'BYTES',
  [Kind.LocalTime]: 'LOCALTIME',
  [Kind.Time]: 'TIME',
  [Kind.Date]: 'DATE',
  [Kind.LocalDateTime]: 'LOCALDATETIME',
  [Kind.DateTime]: 'DATETIME',
  [Kind.Duration]: 'DURATION',
  [Kind.String]: 'STRING',
  [Kind.Boolean]: 'BOOLEAN',
  [Kind.Number]: 'NUMBER',
  [Kind.Null]: 'NULL',
};

/** Returns the name of a value's type, as `meta.type` returns it. */
export function typeName(value: Value): string {
  const kind = kindOf(value);
  if (kind !== Kind.Number) return TYPE_NAMES[kind];
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'INTEGER' : 'FLOAT';
}

/** A value's kind, or `FLOAT_TYPE`: the number of its type, for tables that are indexed by it. */
export type TypeNumber = number;

export const FLOAT_TYPE: TypeNumber = 16;
/** All type numbers are below this. */
export const TYPE_NUMBERS = 17;

export function typeNumber(value: Value): TypeNumber {
  const kind = kindOf(value);
  return kind === Kind.Number && typeName(value) === 'FLOAT' ? FLOAT_TYPE : kind;
}

/** Returns the name as `typeName` does. */
export function typeNameOf(type: TypeNumber): string {
  if (type === FLOAT_TYPE) return 'FLOAT';
  return type === Kind.Number ? 'INTEGER' : TYPE_NAMES[type as Kind];
}

/** Returns the name of a value's type in the error messages that clients know. */
export function errorTypeName(value: Value): string {
  const kind = kindOf(value);
  if (kind === Kind.Number) return typeName(value) === 'INTEGER' ? 'Integer' : 'Floating';
  return ERROR_TYPE_NAMES[kind];
}

const ERROR_TYPE_NAMES: Record<Exclude<Kind, typeof Kind.Number>, string> = {
  [Kind.Map]: 'Map',
  [Kind.Node]: 'Node',
  [Kind.Relationship]: 'Relationship',
  [Kind.List]: 'List(Anything)',
  [Kind.Path]: 'Path',
  [Kind.Bytes]: 'Bytes',
  [Kind.LocalTime]: 'LocalTime',
  [Kind.Time]: 'Time',
  [Kind.Date]: 'Date',
  [Kind.LocalDateTime]: 'LocalDateTime',
  [Kind.DateTime]: 'DateTime',
  [Kind.Duration]: 'Duration',
  [Kind.String]: 'Str',
  [Kind.Boolean]: 'Bool',
  [Kind.Null]: 'Null',
};

/** Returns whether a value is a plain map and not another type of object. */
export function isMap(value: Value): value is { [key: string]: Value } {
  return typeof value === 'object' && value !== null && objectKind(value) === Kind.Map;
}
