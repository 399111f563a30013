/**
 * Values of a column, by its schema. The library does not know the meaning of numbers and bytes, so it rounds nothing:
 * it only assembles lists, maps and structs, and this module converts their contents.
 */
import { Instant, LocalDate, LocalDateTime, LocalTime, ZonedDateTime, ZoneOffset } from '@js-joda/core';
import type { SchemaElement, SchemaTree } from 'hyparquet';
import {
  Duration,
  float,
  formatUuid,
  integer,
  mapSet,
  nodeIdFromBytes,
  parseJson,
  type Value,
  type ValueMap,
} from '@weir/model';

export type Convert = (value: unknown) => Value;

const NANOS = 1_000_000_000n;
const DAY_NANOS = 86_400n * NANOS;
const NANOS_OF = { MILLIS: 1_000_000n, MICROS: 1_000n, NANOS: 1n } as const;
/** Kept in the schema: how the library assembles groups. */
const GROUPS: ReadonlySet<unknown> = new Set(['LIST', 'MAP']);

/** Removes conversions that the library would apply from a schema. @returns the conversion of each column, by name. */
export function takeConversions(schema: SchemaElement[], tree: SchemaTree): Map<string, Convert> {
  const conversions = new Map(
    tree.children.map(child => [child.element.name, nullable(conversionOf(child))]),
  );
  for (const element of schema) {
    const { logical_type: logical, converted_type: converted } = element;
    const type = isText(element) ? 'UTF8' : GROUPS.has(converted) ? converted : logical?.type;
    delete element.logical_type;
    delete element.converted_type;
    if (type === 'UTF8' || type === 'LIST' || type === 'MAP') element.converted_type = type;
  }
  return conversions;
}

function nullable(convert: Convert): Convert {
  return value => (value === null || value === undefined ? null : convert(value));
}

function conversionOf({ element, children }: SchemaTree): Convert {
  const convert = children.length === 0 ? leafConversion(element) : groupConversion(element, children);
  if (element.repetition_type !== 'REPEATED') return convert;
  const item = nullable(convert);
  return value => (value as unknown[]).map(item);
}

function groupConversion(
  { converted_type: type, logical_type: logical }: SchemaElement,
  children: SchemaTree[],
): Convert {
  const kind = type ?? logical?.type;
  const inner = children[0]!;
  const isGroup = children.length === 1 && inner.element.repetition_type === 'REPEATED';
  if (kind === 'LIST' && isGroup && inner.children.length <= 1) {
    const item = nullable(
      inner.children.length === 1 ? conversionOf(inner.children[0]!) : leafConversion(inner.element),
    );
    return value => (value as unknown[]).map(item);
  }
  const ofValue = inner.children.find(({ element }) => element.name === 'value');
  if (kind === 'MAP' && isGroup && inner.children.length === 2 && ofValue !== undefined) {
    return mapConversion(nullable(conversionOf(ofValue)));
  }
  const fields = children.map(child => [child.element.name, nullable(conversionOf(child))] as const);
  return value => {
    const map: ValueMap = {};
    for (const [name, convert] of fields)
      mapSet(map, name, convert((value as Record<string, unknown>)[name]));
    return map;
  };
}

function mapConversion(convert: Convert): Convert {
  return value => {
    const map: ValueMap = {};
    for (const [key, item] of Object.entries(value as object)) mapSet(map, key, convert(item));
    return map;
  };
}

function isText({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return (
    converted === 'UTF8' || converted === 'ENUM' || logical?.type === 'STRING' || logical?.type === 'ENUM'
  );
}

function leafConversion(element: SchemaElement): Convert {
  const { type, converted_type: converted, logical_type: logical, scale = 0 } = element;
  if (isText(element)) return asText;
  const kind = logical?.type ?? converted;
  if (kind === 'DECIMAL') return decimalConversion(scale);
  if (kind === 'DATE') return value => LocalDate.ofEpochDay(value as number);
  if (kind === 'JSON')
    return value => parseJson(new TextDecoder('utf-8', { fatal: true }).decode(value as Uint8Array));
  if (kind === 'UUID') return value => formatUuid(nodeIdFromBytes(value as Uint8Array));
  if (kind === 'INTERVAL') return value => intervalOf(value as Uint8Array);
  if (kind === 'FLOAT16') return value => float(halfOf(value as Uint8Array));
  if (type === 'INT96') return value => zoned(value as bigint);
  if (logical?.type === 'TIME' || logical?.type === 'TIMESTAMP') {
    const nanos = NANOS_OF[logical.unit];
    if (logical.type === 'TIME')
      return value => LocalTime.ofNanoOfDay(Number(BigInt(value as bigint) * nanos));
    return logical.isAdjustedToUTC
      ? value => zoned((value as bigint) * nanos)
      : value => local((value as bigint) * nanos);
  }
  const unit = converted?.endsWith('_MICROS') === true ? NANOS_OF.MICROS : NANOS_OF.MILLIS;
  if (converted?.startsWith('TIMESTAMP_') === true) return value => zoned((value as bigint) * unit);
  if (converted?.startsWith('TIME_') === true)
    return value => LocalTime.ofNanoOfDay(Number(BigInt(value as bigint) * unit));
  const isUnsigned =
    (logical?.type === 'INTEGER' && !logical.isSigned) || converted?.startsWith('UINT_') === true;
  return plainConversion(type, isUnsigned);
}

function plainConversion(type: SchemaElement['type'], isUnsigned: boolean): Convert {
  switch (type) {
    case 'BOOLEAN':
      return value => value === true || value === 1;
    case 'INT32':
      return isUnsigned ? value => (value as number) >>> 0 : value => value as number;
    case 'INT64':
      return isUnsigned
        ? value => whole(BigInt.asUintN(64, value as bigint))
        : value => integer(value as bigint)!;
    case 'FLOAT':
    case 'DOUBLE':
      return value => float(value as number);
    default:
      return value => value as Uint8Array;
  }
}

/** As for JSON: an integer if it fits 64 bits, otherwise a float. */
function whole(value: bigint): Value {
  return integer(value) ?? float(Number(value));
}

/** The nearest float; without a fraction, as for integers. */
function decimalConversion(scale: number): Convert {
  return value => {
    const digits = value instanceof Uint8Array ? signed(value) : BigInt(value as number | bigint);
    return scale === 0 ? whole(digits) : float(Number(`${digits}e${-scale}`));
  };
}

function signed(bytes: Uint8Array): bigint {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return hex === '' ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${hex}`));
}

function asText(value: unknown): Value {
  if (typeof value === 'string') return value;
  throw new Error('a text is not UTF-8');
}

function floored(nanos: bigint, by: bigint): [bigint, number] {
  const rest = ((nanos % by) + by) % by;
  return [(nanos - rest) / by, Number(rest)];
}

function zoned(nanos: bigint): ZonedDateTime {
  const [seconds, rest] = floored(nanos, NANOS);
  return ZonedDateTime.ofInstant(Instant.ofEpochSecond(Number(seconds), rest), ZoneOffset.UTC);
}

function local(nanos: bigint): LocalDateTime {
  const [days, rest] = floored(nanos, DAY_NANOS);
  return LocalDateTime.of(LocalDate.ofEpochDay(Number(days)), LocalTime.ofNanoOfDay(rest));
}

function intervalOf(bytes: Uint8Array): Duration {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const millis = view.getUint32(8, true);
  const seconds = Math.floor(millis / 1000);
  return new Duration(view.getUint32(0, true), view.getUint32(4, true), seconds, (millis % 1000) * 1_000_000);
}

function halfOf(bytes: Uint8Array): number {
  const bits = bytes[0]! | (bytes[1]! << 8);
  const sign = bits >> 15 === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
