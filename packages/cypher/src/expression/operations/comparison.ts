/**
 * The comparison operators. An id equals its text form, so that ids from JSON can be compared with those of
 * the graph; everything else is the equality and comparability of the model.
 */
import { IdValue, compareValues, equalValues, parseNodeId } from '@weir/model';
import type { Value } from '@weir/model';
import { typeMismatch } from './runtime-errors.js';
import { isList } from './value-kind.js';

export function equals(left: Value, right: Value): boolean | null {
  if (left instanceof IdValue && typeof right === 'string') return parseNodeId(right) === left.id;
  if (right instanceof IdValue && typeof left === 'string') return parseNodeId(left) === right.id;
  return equalValues(left, right);
}

export function notEquals(left: Value, right: Value): boolean | null {
  const equal = equals(left, right);
  return equal === null ? null : !equal;
}

export function less(left: Value, right: Value): boolean | null {
  const order = compareValues(left, right);
  return order === null ? null : order < 0;
}

export function lessOrEqual(left: Value, right: Value): boolean | null {
  const order = compareValues(left, right);
  return order === null ? null : order <= 0;
}

export function greater(left: Value, right: Value): boolean | null {
  const order = compareValues(left, right);
  return order === null ? null : order > 0;
}

export function greaterOrEqual(left: Value, right: Value): boolean | null {
  const order = compareValues(left, right);
  return order === null ? null : order >= 0;
}

/** `element IN list`: true if one is equal, else null if one might be, else false. */
export function listContains(element: Value, list: Value): boolean | null {
  if (list === null) return null;
  if (!isList(list)) throw typeMismatch(['List(Anything)'], list, 'list containment');
  let unknown = false;
  for (const candidate of list) {
    const equal = equals(element, candidate);
    if (equal === true) return true;
    if (equal === null) unknown = true;
  }
  return unknown ? null : false;
}
