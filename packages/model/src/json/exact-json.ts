/**
 * Lossless JSON form of values, for exports. JSON's own types represent themselves; a whole number is an INTEGER of any
 * size. Everything else is an object with one key:
 *
 * | key | content |
 * |---|---|
 * | `$float` | a FLOAT that JSON cannot distinguish from an integer or cannot express: `"1.0"`, `"-0.0"`, `"NaN"`, `"-Infinity"` |
 * | `$bytes` | base64 |
 * | `$id` | text form of a node id |
 * | `$date`, `$localtime`, `$time`, `$localdatetime`, `$datetime` | ISO 8601; a datetime with its zone |
 * | `$duration` | `[months, days, seconds, nanoseconds]` |
 * | `$map` | a map with a key that begins with `$`, its values written as above |
 *
 * Nodes and relationships are written as the maps that are stored for them; paths are neither stored nor written.
 */
import { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import { formatDouble } from '../text/java-double.js';
import { parseJson } from './json-in.js';
import { nodeAsMap, relationshipAsMap } from './json-out.js';
import { formatNodeId, parseNodeId } from '../id-providers/id-text.js';
import {
  formatTemporal,
  parseDate,
  parseDateTime,
  parseLocalDateTime,
  parseLocalTime,
  parseOffsetTime,
} from '../temporal/iso-text.js';
import {
  Duration,
  float,
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
import { WeirError } from '@weir/platform/errors';

export function exactJson(value: Value): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isSafeInteger(value) || !(Number.isInteger(value) || !Number.isFinite(value))
        ? String(value)
        : floatJson(value);
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value === null ? 'null' : objectJson(value);
  }
}

function floatJson(value: number): string {
  return `{"$float":"${formatDouble(value)}"}`;
}

function objectJson(value: Exclude<Value, null | boolean | number | bigint | string>): string {
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(exactJson).join(',')}]`;
  if (value instanceof Float) return floatJson(value.value);
  if (value instanceof Uint8Array) return `{"$bytes":"${Buffer.from(value).toString('base64')}"}`;
  if (value instanceof IdValue) return `{"$id":"${formatNodeId(value.id)}"}`;
  if (value instanceof Duration) {
    return `{"$duration":[${value.months},${value.days},${value.seconds},${value.nanos}]}`;
  }
  if (value instanceof LocalDate) return `{"$date":"${formatTemporal(value)}"}`;
  if (value instanceof LocalTime) return `{"$localtime":"${formatTemporal(value)}"}`;
  if (value instanceof OffsetTime) return `{"$time":"${formatTemporal(value)}"}`;
  if (value instanceof LocalDateTime) return `{"$localdatetime":"${formatTemporal(value)}"}`;
  if (value instanceof ZonedDateTime) return `{"$datetime":"${formatTemporal(value)}"}`;
  if (value instanceof NodeValue) return mapJson(nodeAsMap(value));
  if (value instanceof RelationshipValue) return mapJson(relationshipAsMap(value));
  if (value instanceof PathValue) throw new WeirError('internal', 'a path is not a stored value');
  return mapJson(value as ValueMap);
}

function mapJson(map: ValueMap): string {
  const keys = Object.keys(map);
  const entries = keys.map(key => `${JSON.stringify(key)}:${exactJson(map[key]!)}`);
  const text = `{${entries.join(',')}}`;
  return keys.some(key => key.startsWith('$')) ? `{"$map":${text}}` : text;
}

/**
 * Parses the output of `exactJson`.
 * @throws SyntaxError for anything else.
 */
export function parseExactJson(text: string): Value {
  return untagged(parseJson(text));
}

function untagged(value: Value): Value {
  if (typeof value !== 'object' || value === null || value instanceof Float) return value;
  if (Array.isArray(value)) return (value as readonly Value[]).map(untagged);
  const map = value as ValueMap;
  const keys = Object.keys(map);
  if (keys.length === 1 && keys[0]!.startsWith('$')) return readTagged(keys[0]!, map[keys[0]!]!);
  if (keys.some(key => key.startsWith('$')))
    throw new SyntaxError('a map with $ keys must be written as $map');
  return untaggedMap(map);
}

function untaggedMap(map: ValueMap): ValueMap {
  const result: ValueMap = {};
  for (const key of Object.keys(map)) mapSet(result, key, untagged(map[key]!));
  return result;
}

function readTagged(tag: string, content: Value): Value {
  const read = readContent(tag, content);
  if (read === undefined) throw new SyntaxError(`not a ${tag}: ${JSON.stringify(content)}`);
  return read;
}

function readContent(tag: string, content: Value): Value | undefined {
  if (tag === '$map') return isPlainMap(content) ? untaggedMap(content) : undefined;
  if (tag === '$duration') return durationOfParts(content);
  if (typeof content !== 'string') return undefined;
  switch (tag) {
    case '$float':
      return floatOfText(content);
    case '$bytes':
      return bytesOfText(content);
    case '$id': {
      const id = parseNodeId(content);
      return id === undefined ? undefined : new IdValue(id);
    }
    case '$date':
      return parseDate(content);
    case '$localtime':
      return parseLocalTime(content);
    case '$time':
      return parseOffsetTime(content);
    case '$localdatetime':
      return parseLocalDateTime(content);
    case '$datetime':
      return parseDateTime(content);
    default:
      return undefined;
  }
}

function isPlainMap(value: Value): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Float);
}

function floatOfText(text: string): Value | undefined {
  if (text === 'NaN') return Number.NaN;
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : float(number);
}

function bytesOfText(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}

function durationOfParts(parts: Value): Duration | undefined {
  if (!Array.isArray(parts) || parts.length !== 4 || !parts.every(part => Number.isSafeInteger(part))) {
    return undefined;
  }
  const [months, days, seconds, nanos] = parts as [number, number, number, number];
  return new Duration(months, days, seconds, nanos);
}
