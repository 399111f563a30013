/**
 * Cypher values as JavaScript values. The representation is canonical: one value has one form.
 *
 * | Cypher | here |
 * |---|---|
 * | null, boolean, string | the same |
 * | INTEGER within ±(2^53-1) | `number`, integral |
 * | INTEGER beyond, within 64 bits | `bigint` |
 * | FLOAT with a fraction, NaN, ±Infinity, or beyond ±(2^53-1) | `number` |
 * | FLOAT with an integral value within ±(2^53-1), and -0.0 | `Float` (so that `1.0` is not `1`) |
 * | BYTES | `Uint8Array` |
 * | LIST | array |
 * | MAP | plain object; read keys with `mapGet`, which never sees inherited ones |
 * | node id | `IdValue` |
 * | NODE, RELATIONSHIP, PATH | `NodeValue`, `RelationshipValue`, `PathValue` |
 * | DATE, LOCAL TIME, TIME, LOCAL DATETIME, DATETIME | js-joda's `LocalDate`, `LocalTime`, `OffsetTime` (see temporal.ts), `LocalDateTime`, `ZonedDateTime` |
 * | DURATION | `Duration` |
 *
 * `undefined` is never a value.
 */
import type { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import type { NodeId } from '../ids/node-id.js';

/** A float whose value is integral: what keeps `1.0` apart from `1`. Make floats with `float()`, never with `new`. */
export class Float {
  constructor(readonly value: number) {}
}

/** The canonical FLOAT of a number. */
export function float(value: number): number | Float {
  return Number.isSafeInteger(value) ? new Float(value) : value;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** The canonical INTEGER of a bigint, or `undefined` when it does not fit 64 bits. */
export function integer(value: bigint): number | bigint | undefined {
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
}

export function isInteger(value: Value): value is number | bigint {
  return typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'bigint';
}

export function isFloat(value: Value): value is number | Float {
  return typeof value === 'number' ? !Number.isSafeInteger(value) : value instanceof Float;
}

/** An id as a value: what `id(n)` and `idFrom(...)` return. */
export class IdValue {
  constructor(readonly id: NodeId) {}
}

export interface ValueMap {
  [key: string]: Value;
}

/** A node as a value. Labels are sorted. `loaded` is false while only the id is known. */
export class NodeValue {
  constructor(
    readonly id: NodeId,
    readonly labels: readonly string[],
    readonly properties: ValueMap,
    readonly loaded: boolean = true,
  ) {}
}

/** An edge as a value, identified by (start, label, end). */
export class RelationshipValue {
  constructor(
    readonly start: NodeId,
    readonly label: string,
    readonly end: NodeId,
    readonly properties: ValueMap,
  ) {}
}

/** Alternating nodes and relationships: `nodes.length === relationships.length + 1`. */
export class PathValue {
  constructor(
    readonly nodes: readonly NodeValue[],
    readonly relationships: readonly RelationshipValue[],
  ) {}
}

/** A time of day with an offset from UTC. */
export class OffsetTime {
  constructor(
    /** Nanoseconds since midnight, local, 0 to 86_399_999_999_999 (exact in a number). */
    readonly nanoOfDay: number,
    /** Seconds east of UTC. */
    readonly offsetSeconds: number,
  ) {}
}

/** A calendar duration: months, days, seconds and nanoseconds are kept apart, as openCypher does. */
export class Duration {
  constructor(
    readonly months: number,
    readonly days: number,
    readonly seconds: number,
    /** 0 to 999_999_999, always counted upwards from `seconds`. */
    readonly nanos: number,
  ) {}
}

export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | Uint8Array
  | readonly Value[]
  | ValueMap
  | IdValue
  | NodeValue
  | RelationshipValue
  | PathValue
  | LocalDate
  | LocalTime
  | OffsetTime
  | LocalDateTime
  | ZonedDateTime
  | Duration;

/** A map's own value under a key, or `undefined`. Never an inherited one such as `constructor`. */
export function mapGet(map: ValueMap, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Sets a key, also one that an object would treat specially (`__proto__`). */
export function mapSet(map: ValueMap, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    map[key] = value;
  }
}
