/**
 * Cypher values as JavaScript values. The representation is canonical: each value has exactly one form.
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
 * | MAP | plain object; read keys with `mapGet`, which ignores inherited ones |
 * | node id | `IdValue` |
 * | NODE, RELATIONSHIP, PATH | `NodeValue`, `RelationshipValue`, `PathValue` |
 * | DATE, LOCAL TIME, TIME, LOCAL DATETIME, DATETIME | js-joda's `LocalDate`, `LocalTime`, `OffsetTime` (see temporal.ts), `LocalDateTime`, `ZonedDateTime` |
 * | DURATION | `Duration` |
 *
 * `undefined` is never a value.
 *
 * These classes belong to this copy of the package. All other code uses the classes of value.ts, which all copies in a
 * thread share.
 */
import type { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import type { NodeId } from '../ids/node-id.js';

/**
 * A float with an integral value, which distinguishes `1.0` from `1`. Create floats with `float()`, never with `new`.
 */
export class Float {
  constructor(readonly value: number) {}
}

/** An id as a value, as returned by `id(n)` and `idFrom(...)`. */
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

/** A calendar duration: months, days, seconds and nanoseconds are separate, as in openCypher. */
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
