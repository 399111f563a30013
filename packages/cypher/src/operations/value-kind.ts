/** Distinguishes Cypher values where `typeof` is not sufficient. */
import { Float, isInteger } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Returns whether it is a plain object, not one of the value classes. */
export function isMap(value: Value): value is ValueMap {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function isNumber(value: Value): value is number | bigint | Float {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
}

/** Returns a number's value as a double; beyond 2^53 it may be rounded. */
export function toDouble(value: number | bigint | Float): number {
  return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : value.value;
}

export { isInteger };

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Returns whether plain objects inherit something under the key: only `Object.hasOwn` shows whether a map has it. */
export function isInheritedKey(key: string): boolean {
  return INHERITED.has(key);
}
