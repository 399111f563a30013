/**
 * Three meanings of "the same":
 *
 * - `equalValues`: Cypher's `=`, three-valued. `1 = 1.0` is true, NaN equals nothing, null makes the result unknown.
 * - `equivalent`: DISTINCT, grouping, CASE. As above, but null is equivalent to null and NaN to NaN.
 * - `structurallyEqual`: whether replacing one with the other in the store changes nothing. `1` is not `1.0`.
 */
import { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import { Kind, kindOf } from './value-kind.js';
import { orderValues } from './value-order.js';
import { UNLIMITED_WALK, type ValueWalk, walkText } from './value-walk.js';
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
  unwrapNumber,
} from './value.js';

/** Cypher's `a = b`; `null` is unknown. */
export function equalValues(a: Value, b: Value, walk: ValueWalk = UNLIMITED_WALK): boolean | null {
  if (a === null || b === null) return null;
  if (typeof a === 'string') {
    walkText(a, walk);
    return a === b;
  }
  if (typeof a === 'boolean') return a === b;
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return false;
  switch (kind) {
    case Kind.Number:
      return unwrapNumber(a as number) == unwrapNumber(b as number);
    case Kind.List:
      return equalLists(a as readonly Value[], b as readonly Value[], walk);
    case Kind.Map:
      return equalMaps(a as ValueMap, b as ValueMap, walk);
    default:
      return orderValues(a, b, walk) === 0;
  }
}

export function equivalent(a: Value, b: Value): boolean {
  return orderValues(a, b) === 0;
}

/** False as soon as one pair is false; otherwise unknown if one pair is. */
function equalLists(a: readonly Value[], b: readonly Value[], walk: ValueWalk): boolean | null {
  if (a.length !== b.length) return false;
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let result: boolean | null = true;
  for (let i = 0; i < a.length; i++) {
    if (--walk.left < 0) walk.check();
    const equal = equalValues(a[i]!, b[i]!, walk);
    if (equal === null) result = null;
    else if (!equal) {
      result = false;
      break;
    }
  }
  walk.depth--;
  return result;
}

function equalMaps(a: ValueMap, b: ValueMap, walk: ValueWalk): boolean | null {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let result: boolean | null = true;
  for (const key of keys) {
    if (--walk.left < 0) walk.check();
    const equal = Object.hasOwn(b, key) ? equalValues(a[key]!, b[key]!, walk) : false;
    if (equal === null) result = null;
    else if (!equal) {
      result = false;
      break;
    }
  }
  walk.depth--;
  return result;
}

export function structurallyEqual(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameElements(a, b);
  if (a instanceof Float) return b instanceof Float && Object.is(a.value, b.value);
  if (a instanceof IdValue) return b instanceof IdValue && a.id === b.id;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof NodeValue) return b instanceof NodeValue && sameNode(a, b);
  if (a instanceof RelationshipValue) return b instanceof RelationshipValue && sameRelationship(a, b);
  if (a instanceof PathValue) return b instanceof PathValue && samePath(a, b);
  if (a instanceof Duration) return b instanceof Duration && orderValues(a, b) === 0;
  if (a instanceof OffsetTime) {
    return b instanceof OffsetTime && a.nanoOfDay === b.nanoOfDay && a.offsetSeconds === b.offsetSeconds;
  }
  if (
    a instanceof ZonedDateTime ||
    a instanceof LocalDateTime ||
    a instanceof LocalDate ||
    a instanceof LocalTime
  ) {
    return a.equals(b);
  }
  return kindOf(b) === Kind.Map && sameMap(a as ValueMap, b as ValueMap);
}

function sameElements(a: readonly Value[], b: readonly Value[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!structurallyEqual(a[i]!, b[i]!)) return false;
  return true;
}

function sameMap(a: ValueMap, b: ValueMap): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(b, key) || !structurallyEqual(a[key]!, b[key]!)) return false;
  }
  return true;
}

function sameNode(a: NodeValue, b: NodeValue): boolean {
  return (
    a.id === b.id &&
    a.loaded === b.loaded &&
    sameElements(a.labels, b.labels) &&
    sameMap(a.properties, b.properties)
  );
}

function sameRelationship(a: RelationshipValue, b: RelationshipValue): boolean {
  return a.start === b.start && a.label === b.label && a.end === b.end && sameMap(a.properties, b.properties);
}

function samePath(a: PathValue, b: PathValue): boolean {
  if (a.nodes.length !== b.nodes.length) return false;
  return (
    a.nodes.every((node, i) => sameNode(node, b.nodes[i]!)) &&
    a.relationships.every((relationship, i) => sameRelationship(relationship, b.relationships[i]!))
  );
}
