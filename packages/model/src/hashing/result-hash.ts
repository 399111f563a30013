/**
 * Hash of the data of a standing query's result, as clients know it: Murmur3 x64-128 of an encoding that ignores the
 * order of map entries, truncated to 64 signed bits. Slower than `hashValues`, so computed only on request.
 */
import { ChronoField, LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import {
  Duration,
  Float,
  IdValue,
  NodeValue,
  OffsetTime,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '../values/value.js';
import { nodeIdToBytes } from '../ids/node-id.js';
import { nodeAsMap, relationshipAsMap } from '../json/json-out.js';
import { murmur3 } from './murmur3.js';

const enum Tag {
  Text = 0,
  Integer,
  Float,
  True,
  False,
  Null,
  Bytes,
  List,
  Map,
  DateTime,
  Id,
  Duration,
  Date,
  LocalTime,
  LocalDateTime,
  Time,
}

const HASH_BYTES = 16;
const SECONDS_PER_DAY = 86_400;
const SECONDS_PER_MONTH = 2_629_746;

export function resultHash(data: ValueMap): bigint {
  return hashOf(mapBytes(data)).readBigInt64LE(0);
}

function hashOf(bytes: Buffer): Buffer {
  const words = new Int32Array(HASH_BYTES / 4);
  murmur3(bytes, bytes.length, words, 0);
  const hash = Buffer.alloc(HASH_BYTES);
  for (let i = 0; i < words.length; i++) hash.writeInt32LE(words[i]!, i * 4);
  return hash;
}

/** The number of entries, and the sum of their hashes, byte by byte. */
function mapBytes(map: ValueMap): Buffer {
  const keys = Object.keys(map);
  const sum = Buffer.alloc(HASH_BYTES);
  for (const key of keys) {
    const hash = hashOf(Buffer.concat([Buffer.from(key, 'utf16le'), valueBytes(map[key]!)]));
    for (let i = 0; i < HASH_BYTES; i++) sum[i] = sum[i]! + hash[i]!;
  }
  return keys.length === 0 ? int(0) : Buffer.concat([int(keys.length), sum]);
}

/** The number of elements, and their hashes combined in order. */
function listBytes(list: readonly Value[]): Buffer {
  const combined = Buffer.alloc(HASH_BYTES);
  for (const element of list) {
    const hash = hashOf(valueBytes(element));
    for (let i = 0; i < HASH_BYTES; i++) combined[i] = (combined[i]! * 37) ^ hash[i]!;
  }
  return list.length === 0 ? int(0) : Buffer.concat([int(list.length), combined]);
}

function valueBytes(value: Value): Buffer {
  switch (typeof value) {
    case 'string':
      return tagged(Tag.Text, Buffer.from(value, 'utf16le'));
    case 'number':
      return Number.isSafeInteger(value) ? tagged(Tag.Integer, long(value)) : double(value);
    case 'bigint':
      return tagged(Tag.Integer, long(value));
    case 'boolean':
      return tagged(value ? Tag.True : Tag.False, Buffer.of(value ? 1 : 0));
    default:
      return value === null ? tagged(Tag.Null) : objectBytes(value);
  }
}

function objectBytes(value: Exclude<Value, null | boolean | number | bigint | string>): Buffer {
  if (Array.isArray(value)) return tagged(Tag.List, listBytes(value as readonly Value[]));
  if (value instanceof Float) return double(value.value);
  if (value instanceof IdValue) return tagged(Tag.Id, nodeIdToBytes(value.id));
  if (value instanceof Uint8Array) return tagged(Tag.Bytes, Buffer.from(value));
  if (value instanceof NodeValue) return tagged(Tag.Map, mapBytes(nodeAsMap(value)));
  if (value instanceof RelationshipValue) return tagged(Tag.Map, mapBytes(relationshipAsMap(value)));
  if (value instanceof PathValue) return tagged(Tag.Null);
  return temporalBytes(value) ?? tagged(Tag.Map, mapBytes(value as ValueMap));
}

function temporalBytes(value: object): Buffer | undefined {
  if (value instanceof ZonedDateTime) {
    const local = value.toLocalDateTime();
    return tagged(Tag.DateTime, day(local), nanoOfDay(local), int(value.offset().totalSeconds()));
  }
  if (value instanceof LocalDateTime) return tagged(Tag.LocalDateTime, day(value), nanoOfDay(value));
  if (value instanceof LocalDate) return tagged(Tag.Date, long(value.toEpochDay()));
  if (value instanceof LocalTime) return tagged(Tag.LocalTime, long(value.toNanoOfDay()));
  if (value instanceof OffsetTime) {
    return tagged(Tag.Time, long(value.nanoOfDay), int(value.offsetSeconds));
  }
  if (value instanceof Duration) {
    const seconds = value.months * SECONDS_PER_MONTH + value.days * SECONDS_PER_DAY + value.seconds;
    return tagged(Tag.Duration, long(seconds), int(value.nanos));
  }
  return undefined;
}

function day(time: LocalDateTime): Buffer {
  return long(time.toLocalDate().toEpochDay());
}

function nanoOfDay(time: LocalDateTime): Buffer {
  return long(time.getLong(ChronoField.NANO_OF_DAY));
}

function tagged(tag: Tag, ...payload: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(tag), ...payload]);
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value | 0);
  return bytes;
}

function long(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt.asIntN(64, BigInt(value)));
  return bytes;
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return tagged(Tag.Float, bytes);
}
