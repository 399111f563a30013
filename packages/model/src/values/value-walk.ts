/**
 * What going through a value may cost. A value can be small in memory and endless to walk: a list that holds another
 * one twice, forty levels deep, is eighty objects and 2^40 elements. Whoever follows the parts of a value takes one
 * step per element and notes how deep it is; the walk ends with an error where a limit is passed.
 */
import { NodeValue, PathValue, RelationshipValue, type Value, type ValueMap } from './value.js';

export interface ValueWalk {
  /** Steps until `look` is due. Goes below zero when several are taken at once. */
  left: number;
  /** Lists and maps around the value that is looked at. */
  depth: number;
  readonly maxDepth: number;
  /** To be called when `left` is below zero: fills it up, or throws. */
  look(): void;
  /** To be called when `depth` is past `maxDepth`. */
  tooDeep(): never;
}

/** For values that are known to be small: those that were stored, or sent to another thread. */
export const UNLIMITED_WALK: ValueWalk = {
  left: Number.POSITIVE_INFINITY,
  depth: 0,
  maxDepth: Number.POSITIVE_INFINITY,
  look: () => undefined,
  tooDeep: () => {
    throw new Error('no depth is too deep');
  },
};

/** A text up to this length is gone through in next to no time. */
const SHORT_TEXT = 4096;

/** All of a text is about to be compared, searched or converted. */
export function walkText(text: string, walk: ValueWalk): void {
  if (text.length > SHORT_TEXT && (walk.left -= text.length >>> 8) < 0) walk.look();
}

const LIST_BYTES = 16;
const ENTRY_BYTES = 8;
const OTHER_BYTES = 16;

/**
 * Goes through all of a value.
 * @returns about how many bytes it takes where parts that are shared are written out each time, as in JSON and msgpack.
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
  if ((walk.left -= list.length + 1) < 0) walk.look();
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
    if (--walk.left < 0) walk.look();
    const value = map[key]!;
    bytes += key.length + ENTRY_BYTES;
    if (typeof value === 'string') bytes += value.length;
    else if (typeof value === 'object' && value !== null) bytes += walkValue(value, walk);
  }
  walk.depth--;
  return bytes;
}
