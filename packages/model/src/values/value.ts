/**
 * Value classes shared by everything in this thread; value-classes.ts describes each.
 *
 * A thread may load this package several times: in the gateway's bundle, and again for a user's module (`extensions`)
 * that imports it. Values cross between the copies and are recognized by class, so all copies use the classes of the
 * copy that was loaded first. Imported by extensions: keep it light.
 */
import { sharedInThread } from '@weir/platform/in-thread';
import * as own from './value-classes.js';
import type { Value, ValueMap } from './value-classes.js';

export type { Value, ValueMap } from './value-classes.js';

export const Float = sharedInThread('Float', own.Float);
export type Float = own.Float;
export const IdValue = sharedInThread('IdValue', own.IdValue);
export type IdValue = own.IdValue;
export const NodeValue = sharedInThread('NodeValue', own.NodeValue);
export type NodeValue = own.NodeValue;
export const RelationshipValue = sharedInThread('RelationshipValue', own.RelationshipValue);
export type RelationshipValue = own.RelationshipValue;
export const PathValue = sharedInThread('PathValue', own.PathValue);
export type PathValue = own.PathValue;
export const OffsetTime = sharedInThread('OffsetTime', own.OffsetTime);
export type OffsetTime = own.OffsetTime;
export const Duration = sharedInThread('Duration', own.Duration);
export type Duration = own.Duration;

/** Returns the canonical FLOAT of a number. */
export function float(value: number): number | Float {
  return Number.isSafeInteger(value) ? new Float(value) : value;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Returns the canonical INTEGER of a bigint, or `undefined` when it does not fit 64 bits. */
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

/** Returns a number of either type as a JavaScript number or bigint; mixed comparisons of these are exact. */
export function unwrapNumber(value: number | bigint | Float): number | bigint {
  return value instanceof Float ? value.value : value;
}

/** Returns a map's own value under a key, or `undefined`. Ignores inherited ones such as `constructor`. */
export function mapGet(map: ValueMap, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Sets a key, even a key that is special on objects (`__proto__`). */
export function mapSet(map: ValueMap, key: string, value: Value): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    map[key] = value;
  }
}
