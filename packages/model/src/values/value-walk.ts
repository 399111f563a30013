/**
 * Limits the cost of walking a value. A value can be small in memory and endless to walk: a list that holds another one
 * twice, forty levels deep, is eighty objects and 2^40 elements. Code that follows the parts of a value counts one step
 * per element and tracks its depth; passing a limit throws.
 */
import { NodeValue, PathValue, RelationshipValue, type Value, type ValueMap } from './value.js';

export interface ValueWalk {
  /** Steps until `check` is due. Becomes negative when several are taken together. */
  left: number;
  /** Number of lists and maps around the current value. */
  depth: number;
  readonly maxDepth: number;
  /** Call it when `left` is below zero: refills it, or throws. */
  check(): void;
  /** Call it when `depth` exceeds `maxDepth`. */
  tooDeep(): never;
}

/** For values known to be small: stored values, and those sent to another thread. */
export const UNLIMITED_WALK: ValueWalk = {
  left: Number.POSITIVE_INFINITY,
  depth: 0,
  maxDepth: Number.POSITIVE_INFINITY,
  check: () => undefined,
  tooDeep: () => {
    throw new Error('no depth is too deep');
  },
};

/** The cost of processing a text up to this length is negligible. */
const SHORT_TEXT = 4096;

/** Call before comparing, searching or converting a whole text. */
export function walkText(text: string, walk: ValueWalk): void {
  if (text.length > SHORT_TEXT && (walk.left -= text.length >>> 8) < 0) walk.check();
}

const LIST_BYTES = 16;
const ENTRY_BYTES = 8;
const OTHER_BYTES = 16;

/**
 * Walks all of a value.
 * @returns its approximate size in bytes when shared parts are written out each time, as in JSON and msgpack.
 */
export function walkValue(value: Value, walk: ValueWalk): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return ENTRY_BYTES;
  if (Array.isArray(value)) return walkList(value as readonly Value[], walk);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return walkMap(value as ValueMap, walk);
  if (value instanceof Uint8Array) return OTHER_BYTES + value.length;
  if (value instanceof NodeValue || value instanceof RelationshipValue)
    return OTHER_BYTES + walkMap(value.properties, walk);
  if (value instanceof PathValue) return walkList(value.nodes, walk) + walkList(value.relationships, walk);
  return OTHER_BYTES;
}

function walkList(list: readonly Value[], walk: ValueWalk): number {
  if ((walk.left -= list.length + 1) < 0) walk.check();
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let bytes = LIST_BYTES + list.length * ENTRY_BYTES;
  for (let i = 0; i < list.length; i++) {
    const element = list[i]!;
    if (typeof element === 'string') bytes += element.length;
    else if (typeof element === 'object' && element !== null) bytes += walkValue(element, walk);
  }
  walk.depth--;
  return bytes;
}

function walkMap(map: ValueMap, walk: ValueWalk): number {
  if (++walk.depth > walk.maxDepth) walk.tooDeep();
  let bytes = LIST_BYTES;
  for (const key in map) {
    if (--walk.left < 0) walk.check();
    const value = map[key]!;
    bytes += key.length + ENTRY_BYTES;
    if (typeof value === 'string') bytes += value.length;
    else if (typeof value === 'object' && value !== null) bytes += walkValue(value, walk);
  }
  walk.depth--;
  return bytes;
}
