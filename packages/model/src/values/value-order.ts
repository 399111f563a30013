/**
 * The two orders of values. `orderValues` is total, for ORDER BY, min and max. `compareValues` is the meaning of `<`:
 * values of different kinds, and null, are not comparable.
 */
import type { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import { Kind, kindOf } from './value-kind.js';
import { UNLIMITED_WALK, type ValueWalk, walkText } from './value-walk.js';
import type {
  Duration,
  IdValue,
  NodeValue,
  OffsetTime,
  PathValue,
  RelationshipValue,
  Value,
  ValueMap,
} from './value.js';
import { unwrapNumber } from './value.js';

/**
 * openCypher's comparability.
 * @returns negative, zero or positive; `NaN` if either is NaN, so that every comparison is false; `null` if the result
 * is unknown: a null on either side, different kinds, kinds without an order.
 */
export function compareValues(a: Value, b: Value, walk: ValueWalk = UNLIMITED_WALK): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b || compareNumbers(a, b);
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return null;
  switch (kind) {
    case Kind.Number:
      return compareNumbers(unwrapNumber(a as number), unwrapNumber(b as number));
    case Kind.List:
      return compareLists(a as readonly Value[], b as readonly Value[], walk);
    case Kind.Map:
      return compareMaps(a as ValueMap, b as ValueMap, walk);
    case Kind.Duration:
      return compareLengths(a as Duration, b as Duration);
    case Kind.Null:
    case Kind.Node:
    case Kind.Relationship:
    case Kind.Path:
      return null;
    default:
      return orderOfKind(kind, a, b, walk);
  }
}

/**
 * The total order, ascending: kinds in the order of `Kind`, NaN after all numbers, null last. Zero exactly if the two
 * are equivalent (see value-equality.ts).
 */
export function orderValues(a: Value, b: Value, walk: ValueWalk = UNLIMITED_WALK): number {
  if (typeof a === 'number' && typeof b === 'number') return orderNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    walkText(a, walk);
    return orderStrings(a, b);
  }
  const kind = kindOf(a);
  const other = kindOf(b);
  return kind === other ? orderOfKind(kind, a, b, walk) : kind - other;
}

function orderOfKind(kind: Kind, a: Value, b: Value, walk: ValueWalk): number {
  switch (kind) {
    case Kind.String:
      walkText(a as string, walk);
      return orderStrings(a as string, b as string);
    case Kind.Boolean:
      return a! < b! ? -1 : a! > b! ? 1 : 0;
    case Kind.Number:
      return orderNumbers(unwrapNumber(a as number), unwrapNumber(b as number));
    case Kind.Null:
      return 0;
    case Kind.List:
      return orderLists(a as readonly Value[], b as readonly Value[], walk);
    case Kind.Map:
      return orderMaps(a as ValueMap, b as ValueMap, walk);
    case Kind.Bytes:
      return Buffer.compare(bytesOf(a as IdValue | Uint8Array), bytesOf(b as IdValue | Uint8Array));
    case Kind.Node:
      return orderStrings((a as NodeValue).id, (b as NodeValue).id);
    case Kind.Relationship:
      return orderRelationships(a as RelationshipValue, b as RelationshipValue);
    case Kind.Path:
      return orderPaths(a as PathValue, b as PathValue);
    case Kind.Duration:
      return orderDurations(a as Duration, b as Duration);
    case Kind.Time:
      return orderTimes(a as OffsetTime, b as OffsetTime);
    case Kind.LocalTime:
      return (a as LocalTime).compareTo(b as LocalTime);
    case Kind.Date:
      return (a as LocalDate).compareTo(b as LocalDate);
    case Kind.LocalDateTime:
      return (a as LocalDateTime).compareTo(b as LocalDateTime);
    case Kind.DateTime:
      return orderDateTimes(a as ZonedDateTime, b as ZonedDateTime);
  }
}

/** Exact even between a bigint and a float. `NaN` if either is NaN. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : a == b ? 0 : Number.NaN;
}

function orderNumbers(a: number | bigint, b: number | bigint): number {
  const order = compareNumbers(a, b);
  if (!Number.isNaN(order)) return order;
  return (a === a ? 0 : 1) - (b === b ? 0 : 1);
}

function orderStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Lexicographic; the first pair that is not equal decides, and the result is unknown if that pair is. */
function compareLists(a: readonly Value[], b: readonly Value[], walk: ValueWalk): number | null {
  const common = Math.min(a.length, b.length);
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let order: number | null = 0;
  for (let i = 0; i < common && order === 0; i++) {
    if (--walk.left < 0) walk.check();
    order = compareValues(a[i]!, b[i]!, walk);
  }
  walk.depth--;
  return order === 0 ? a.length - b.length : order;
}

function orderLists(a: readonly Value[], b: readonly Value[], walk: ValueWalk): number {
  const common = Math.min(a.length, b.length);
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let order: number = 0;
  for (let i = 0; i < common && order === 0; i++) {
    if (--walk.left < 0) walk.check();
    order = orderValues(a[i]!, b[i]!, walk);
  }
  walk.depth--;
  return order === 0 ? a.length - b.length : order;
}

/** Entry by entry in key order, key before value; then the smaller map first. Unknown if either contains a null. */
function compareMaps(a: ValueMap, b: ValueMap, walk: ValueWalk): number | null {
  const keys = sortedKeys(a, walk);
  const others = sortedKeys(b, walk);
  if (keys.some(key => a[key] === null) || others.some(key => b[key] === null)) return null;
  const common = Math.min(keys.length, others.length);
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let order: number | null = 0;
  for (let i = 0; i < common && order === 0; i++) {
    if (--walk.left < 0) walk.check();
    order = orderStrings(keys[i]!, others[i]!) || compareValues(a[keys[i]!]!, b[others[i]!]!, walk);
  }
  walk.depth--;
  return order === 0 ? keys.length - others.length : order;
}

function orderMaps(a: ValueMap, b: ValueMap, walk: ValueWalk): number {
  const keys = sortedKeys(a, walk);
  const others = sortedKeys(b, walk);
  const common = Math.min(keys.length, others.length);
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let order: number = 0;
  for (let i = 0; i < common && order === 0; i++) {
    if (--walk.left < 0) walk.check();
    order = orderStrings(keys[i]!, others[i]!) || orderValues(a[keys[i]!]!, b[others[i]!]!, walk);
  }
  walk.depth--;
  return order === 0 ? keys.length - others.length : order;
}

function sortedKeys(map: ValueMap, walk: ValueWalk): string[] {
  const keys = Object.keys(map);
  if ((walk.left -= keys.length) < 0) walk.check();
  return keys.sort();
}

function bytesOf(value: IdValue | Uint8Array): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(value.id, 'latin1');
}

function orderRelationships(a: RelationshipValue, b: RelationshipValue): number {
  return orderStrings(a.start, b.start) || orderStrings(a.label, b.label) || orderStrings(a.end, b.end);
}

function orderPaths(a: PathValue, b: PathValue): number {
  const first = orderStrings(a.nodes[0]!.id, b.nodes[0]!.id);
  if (first !== 0) return first;
  const common = Math.min(a.relationships.length, b.relationships.length);
  for (let i = 0; i < common; i++) {
    const order =
      orderRelationships(a.relationships[i]!, b.relationships[i]!) ||
      orderStrings(a.nodes[i + 1]!.id, b.nodes[i + 1]!.id);
    if (order !== 0) return order;
  }
  return a.relationships.length - b.relationships.length;
}

/** Mean length of a month in seconds: months and days have no fixed length, so an order has to assume one. */
const SECONDS_PER_MONTH = 2629746;
const SECONDS_PER_DAY = 86400;

function compareLengths(a: Duration, b: Duration): number {
  const seconds = (a.months - b.months) * SECONDS_PER_MONTH + (a.days - b.days) * SECONDS_PER_DAY;
  return seconds + (a.seconds - b.seconds) || a.nanos - b.nanos;
}

function orderDurations(a: Duration, b: Duration): number {
  return compareLengths(a, b) || a.months - b.months || a.days - b.days;
}

const NANOS_PER_SECOND = 1e9;

/** By the instant, then by the offset. */
function orderTimes(a: OffsetTime, b: OffsetTime): number {
  const moment = a.nanoOfDay - a.offsetSeconds * NANOS_PER_SECOND;
  return moment - (b.nanoOfDay - b.offsetSeconds * NANOS_PER_SECOND) || a.offsetSeconds - b.offsetSeconds;
}

/** By the instant, then by the local time, then by the zone. */
function orderDateTimes(a: ZonedDateTime, b: ZonedDateTime): number {
  return (
    a.toEpochSecond() - b.toEpochSecond() ||
    a.nano() - b.nano() ||
    a.toLocalDateTime().compareTo(b.toLocalDateTime()) ||
    orderStrings(a.zone().id(), b.zone().id())
  );
}
