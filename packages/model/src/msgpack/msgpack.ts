/**
 * The binary form of values and messages: msgpack, with every item readable on its own. Used in frames between threads
 * and in the store, so extension numbers and layouts are part of the on-disk format.
 *
 * | extension | payload |
 * |---|---|
 * | 1 Float | the number; `"-0"` for minus zero |
 * | 2 IdValue | the id's raw bytes |
 * | 3 NodeValue | [id, labels, properties, loaded] |
 * | 4 RelationshipValue | [start, label, end, properties] |
 * | 5 PathValue | [nodes, relationships] |
 * | 6 LocalDate | epoch day |
 * | 7 LocalTime | nanosecond of the day |
 * | 8 LocalDateTime | [epoch day, nanosecond of the day] |
 * | 9 OffsetTime | [nanosecond of the day, offset in seconds] |
 * | 10 ZonedDateTime | [epoch second, nanosecond, offset in seconds or name of the zone] |
 * | 11 Duration | [months, days, seconds, nanoseconds] |
 * | 12 WeirError | code, message, position, detail: only between threads |
 *
 * Node ids in messages and events are plain strings. An unpaired surrogate in a string is read back as U+FFFD: UTF-8
 * cannot represent it.
 */
import {
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  ZonedDateTime,
  ZoneId,
  ZoneOffset,
} from '@js-joda/core';
import { addExtension, Packr } from 'msgpackr';
import { nodeIdFromBytes, nodeIdToBytes, type NodeId } from '../ids/node-id.js';
import { ID_EXTENSION, ItemWriter, NODE_EXTENSION, RELATIONSHIP_EXTENSION } from './item-writer.js';
import { ensureZones } from '../temporal/zones.js';
import { type TransferredError, WeirError } from '@weir/platform/errors';
import {
  Duration,
  Float,
  IdValue,
  mapSet,
  NodeValue,
  OffsetTime,
  PathValue,
  RelationshipValue,
  type Value,
  type ValueMap,
} from '../values/value.js';

const OPTIONS = {
  useRecords: false,
  variableMapSize: true,
  // A map may have a key `toJSON`.
  useToJSON: false,
  // Bytes kept by a value must not keep their whole frame alive.
  copyBuffers: true,
} as const;

const codec = new Packr({ ...OPTIONS, mapsAsObjects: true });
/** Reads maps as `Map`, because msgpackr renames some keys in objects. */
const carefulCodec = new Packr({ ...OPTIONS, mapsAsObjects: false });
const items = new ItemWriter(value => codec.pack(value));
const RENAMED_KEY = Buffer.from('__proto__');

/**
 * @param value values, and plain arrays and objects of them.
 * @returns a view into a reused buffer: copy it before keeping it for long or transferring it.
 */
export function encode(value: unknown): Buffer {
  return items.write(value);
}

/** Like `encode`, in its own `ArrayBuffer`, which can be transferred to another thread. */
export function encodeTransferable(value: unknown): Uint8Array<ArrayBuffer> {
  return items.writeCopy(value);
}

/** @throws Error when the bytes are not one whole item. */
export function decode(bytes: Uint8Array): unknown {
  if (Buffer.prototype.indexOf.call(bytes, RENAMED_KEY) === -1) return codec.unpack(bytes);
  return plain(carefulCodec.unpack(bytes));
}

/** Converts maps to objects, recursively. Results of extensions are converted already. */
function plain(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(plain);
  return item instanceof Map ? plainMap(item) : item;
}

function plainMap(map: ReadonlyMap<string, unknown>): ValueMap {
  const result: ValueMap = {};
  for (const [key, value] of map) mapSet(result, key, plain(value) as Value);
  return result;
}

function properties(read: unknown): ValueMap {
  return (read instanceof Map ? plainMap(read) : read) as ValueMap;
}

/** msgpackr checks extensions by class, the last registered first, so the rarest are registered first. */
function registerExtensions(): void {
  extension(
    12,
    WeirError,
    error => error.toTransfer(),
    error => WeirError.fromTransfer(properties(error) as unknown as TransferredError),
  );
  extension(
    11,
    Duration,
    ({ months, days, seconds, nanos }) => [months, days, seconds, nanos],
    parts => {
      const [months, days, seconds, nanos] = parts as [number, number, number, number];
      return new Duration(months, days, seconds, nanos);
    },
  );
  extension(
    9,
    OffsetTime,
    time => [time.nanoOfDay, time.offsetSeconds],
    parts => {
      const [nanoOfDay, offsetSeconds] = parts as [number, number];
      return new OffsetTime(nanoOfDay, offsetSeconds);
    },
  );
  extension(
    7,
    LocalTime,
    time => time.toNanoOfDay(),
    nano => LocalTime.ofNanoOfDay(nano as number),
  );
  extension(
    6,
    LocalDate,
    date => date.toEpochDay(),
    day => LocalDate.ofEpochDay(day as number),
  );
  extension(
    8,
    LocalDateTime,
    value => [value.toLocalDate().toEpochDay(), value.toLocalTime().toNanoOfDay()],
    parts => {
      const [day, nano] = parts as [number, number];
      return LocalDateTime.of(LocalDate.ofEpochDay(day), LocalTime.ofNanoOfDay(nano));
    },
  );
  extension(10, ZonedDateTime, encodeDateTime, decodeDateTime);
  extension(
    5,
    PathValue,
    path => [path.nodes, path.relationships],
    parts => {
      const [nodes, relationships] = parts as [NodeValue[], RelationshipValue[]];
      return new PathValue(nodes, relationships);
    },
  );
  extension(
    RELATIONSHIP_EXTENSION,
    RelationshipValue,
    edge => [edge.start, edge.label, edge.end, edge.properties],
    parts => {
      const [start, label, end, map] = parts as [NodeId, string, NodeId, unknown];
      return new RelationshipValue(start, label, end, properties(map));
    },
  );
  extension(
    NODE_EXTENSION,
    NodeValue,
    node => [node.id, node.labels, node.properties, node.loaded],
    parts => {
      const [id, labels, map, loaded] = parts as [NodeId, string[], unknown, boolean];
      return new NodeValue(id, labels, properties(map), loaded);
    },
  );
  extension(
    1,
    Float,
    float => (Object.is(float.value, -0) ? '-0' : float.value),
    read => new Float(read === '-0' ? -0 : (read as number)),
  );
  addExtension({
    Class: IdValue,
    type: ID_EXTENSION,
    pack: (value: IdValue) => nodeIdToBytes(value.id),
    unpack: (bytes: Uint8Array) => new IdValue(nodeIdFromBytes(bytes)),
  });
}

function extension<T>(
  type: number,
  Class: { readonly prototype: T },
  write: (value: T) => unknown,
  read: (item: unknown) => T,
): void {
  addExtension({ Class, type, write, read } as unknown as Parameters<typeof addExtension>[0]);
}

function encodeDateTime(value: ZonedDateTime): readonly [number, number, number | string] {
  const zone = value.zone();
  return [value.toEpochSecond(), value.nano(), zone instanceof ZoneOffset ? zone.totalSeconds() : zone.id()];
}

function decodeDateTime(parts: unknown): ZonedDateTime {
  const [second, nano, where] = parts as [number, number, number | string];
  return ZonedDateTime.ofInstant(Instant.ofEpochSecond(second, nano), zone(where));
}

function zone(where: number | string): ZoneId {
  if (typeof where === 'number') return ZoneOffset.ofTotalSeconds(where);
  ensureZones();
  return ZoneId.of(where);
}

registerExtensions();
