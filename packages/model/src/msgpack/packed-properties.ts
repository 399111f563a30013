/**
 * Properties as bytes, in frames, journal and snapshots: part of the on-disk format. A msgpack list of two: the keys,
 * joined by U+0000, and the list of their values. Similar nodes have the same keys, so a holder of many such byte
 * arrays can store the head (`keysLength`) once. A msgpack map is written instead if a key contains U+0000.
 */
import { decode, encode } from './msgpack.js';
import { mapSet, type Value, type ValueMap } from '../values/value.js';

const SEPARATOR = '\0';
const LIST_OF_TWO = 0x92;

let lastKeys: readonly string[] = [];
let lastText = '';

/** @returns a view into a reused buffer: see `encode`. */
export function packProperties(properties: ValueMap): Buffer {
  const values: Value[] = [];
  let isKnown = true;
  for (const key in properties) {
    isKnown &&= lastKeys[values.length] === key;
    values.push(properties[key]!);
  }
  if (!isKnown || values.length !== lastKeys.length) {
    const keys = Object.keys(properties);
    if (keys.some(key => key.includes(SEPARATOR))) return encode(properties);
    lastKeys = keys;
    lastText = keys.join(SEPARATOR);
  }
  return encode([lastText, values]);
}

/** Returns the properties as a new map. */
export function unpackProperties(bytes: Uint8Array): ValueMap {
  const item = decode(bytes) as ValueMap | [keys: string, values: readonly Value[]];
  if (!Array.isArray(item)) return item;
  const [keys, values] = item;
  return values.length === 0 ? {} : propertiesOf(keysIn(keys), values);
}

export function keysIn(text: string): readonly string[] {
  return text.split(SEPARATOR);
}

export function propertiesOf(keys: readonly string[], values: readonly Value[]): ValueMap {
  const map: ValueMap = {};
  for (let i = 0; i < keys.length; i++) mapSet(map, keys[i]!, values[i]!);
  return map;
}

/** Returns the length of the keys in bytes; the list of values follows. 0 for the map form. */
export function keysLength(packed: Uint8Array): number {
  if (packed[0] !== LIST_OF_TWO) return 0;
  const first = packed[1]!;
  if (first >= 0xa0 && first <= 0xbf) return 2 + (first & 0x1f);
  if (first === 0xd9) return 3 + packed[2]!;
  if (first === 0xda) return 4 + packed[2]! * 256 + packed[3]!;
  return 0;
}
