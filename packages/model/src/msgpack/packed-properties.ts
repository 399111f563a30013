/**
 * Properties as bytes, in frames, in the journal and in snapshots: part of the on-disk format. A msgpack list of two:
 * the keys, joined by U+0000, and the list of their values. Nodes of one kind have the same keys, so that who holds
 * many such bytes can hold the head (`keysLength`) once. Where a key has U+0000 in it, a msgpack map.
 */
import { decode, encode } from './msgpack.js';
import { mapSet, type Value, type ValueMap } from '../values/value.js';

const SEPARATOR = '\0';
const LIST_OF_TWO = 0x92;

let lastKeys: readonly string[] = [];
let lastText = '';

/** @returns a view into a buffer that is reused: see `encode`. */
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

/** As a map of its own. */
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

/** How many of the bytes hold the keys; the rest is the list of values. 0 where they are a map. */
export function keysLength(packed: Uint8Array): number {
  if (packed[0] !== LIST_OF_TWO) return 0;
  const first = packed[1]!;
  if (first >= 0xa0 && first <= 0xbf) return 2 + (first & 0x1f);
  if (first === 0xd9) return 3 + packed[2]!;
  if (first === 0xda) return 4 + packed[2]! * 256 + packed[3]!;
  return 0;
}
