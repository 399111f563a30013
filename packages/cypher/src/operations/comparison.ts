/**
 * The comparison operators. An id equals its text form, so that ids from JSON can be compared with ids in the graph;
 * otherwise equality and comparability are as in the model.
 */
import { IdValue, compareValues, equalValues, idOfValue } from '@weir/model';
import type { Value, ValueWalk } from '@weir/model';
import { typeMismatch } from './runtime-errors.js';
import { isList } from './value-kind.js';

export function equals(left: Value, right: Value, walk: ValueWalk): boolean | null {
  if (left instanceof IdValue && names(right)) return idOfValue(right) === left.id;
  if (right instanceof IdValue && names(left)) return idOfValue(left) === right.id;
  return equalValues(left, right, walk);
}

/** Whether an id may equal the value, which is not an id. */
function names(value: Value): boolean {
  return typeof value === 'string' || value instanceof Uint8Array;
}

export function notEquals(left: Value, right: Value, walk: ValueWalk): boolean | null {
  const equal = equals(left, right, walk);
  return equal === null ? null : !equal;
}

export function less(left: Value, right: Value, walk: ValueWalk): boolean | null {
  const order = compareValues(left, right, walk);
  return order === null ? null : order < 0;
}

export function lessOrEqual(left: Value, right: Value, walk: ValueWalk): boolean | null {
  const order = compareValues(left, right, walk);
  return order === null ? null : order <= 0;
}

export function greater(left: Value, right: Value, walk: ValueWalk): boolean | null {
  const order = compareValues(left, right, walk);
  return order === null ? null : order > 0;
}

export function greaterOrEqual(left: Value, right: Value, walk: ValueWalk): boolean | null {
  const order = compareValues(left, right, walk);
  return order === null ? null : order >= 0;
}

/** `element IN list`: true if one element is equal, otherwise null if one might be, otherwise false. */
export function listContains(element: Value, list: Value, walk: ValueWalk): boolean | null {
  if (list === null) return null;
  if (!isList(list)) throw typeMismatch(['List(Anything)'], list, 'list containment');
  let unknown = false;
  for (const candidate of list) {
    if (--walk.left < 0) walk.check();
    const equal = equals(element, candidate, walk);
    if (equal === true) return true;
    if (equal === null) unknown = true;
  }
  return unknown ? null : false;
}
