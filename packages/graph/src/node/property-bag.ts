/**
 * The properties of a node as it keeps them: packed, in a string with one char per byte, until something writes
 * single ones; then as a map. Most nodes get their properties from one record and are rarely read again: one flat
 * string is a third of the memory of a map with its values, and nothing for the garbage collector to follow. The
 * bytes are those that travelled in the frame and stand in the journal, encoded once; only in memory a number takes
 * the place of the keys.
 */
import {
  decode,
  mapSet,
  packProperties,
  propertiesOf,
  unpackProperties,
  type Value,
  type ValueMap,
} from '@weir/model';
import { keyList, keyListOf } from './known-keys.js';

/** A string is packed properties as they came, or `NUMBERED`, the number of their key list, and the list of values. */
export type PropertyBag = ValueMap | string;

/** Properties on their way to a node: a map whose `null` entries remove, or packed ones, which have none. */
export type GivenProperties = ValueMap | Uint8Array;

export const NO_PROPERTIES: ValueMap = Object.freeze({});

/** A byte that nothing in msgpack begins with. */
const NUMBERED = 0xc1;
/** `NUMBERED` and the number, low byte first. */
const NUMBER_BYTES = 3;

/** Packs a map; a map with `null` entries or none at all stays a map. */
export function packGiven(properties: ValueMap): GivenProperties {
  let count = 0;
  for (const key in properties) {
    if (properties[key] === null) return properties;
    count++;
  }
  return count === 0 ? properties : packProperties(properties);
}

export function packedBag(bytes: Uint8Array): string {
  const list = keyListOf(bytes);
  if (list === undefined) return latin1(bytes);
  const length = NUMBER_BYTES + bytes.length - list.head.length;
  const packed = scratchOf(length);
  packed[0] = NUMBERED;
  packed[1] = list.number & 0xff;
  packed[2] = list.number >> 8;
  packed.set(bytes.subarray(list.head.length), NUMBER_BYTES);
  return packed.toString('latin1', 0, length);
}

/** As they came; `null` when there are none. */
export function bagBytes(bag: PropertyBag): Uint8Array | null {
  if (bag === NO_PROPERTIES) return null;
  if (typeof bag !== 'string') return packProperties(bag);
  if (bag.charCodeAt(0) !== NUMBERED) return Buffer.from(bag, 'latin1');
  const { head } = keyList(numberOf(bag));
  const bytes = Buffer.allocUnsafe(head.length + bag.length - NUMBER_BYTES);
  bytes.set(head);
  bytes.write(bag.slice(NUMBER_BYTES), head.length, 'latin1');
  return bytes;
}

/** As a map of its own, which the caller may change and keep. */
export function unpackBag(bag: PropertyBag): ValueMap {
  if (typeof bag !== 'string') return { ...bag };
  const bytes = scratchOf(bag.length).subarray(0, bag.length);
  bytes.write(bag, 0, 'latin1');
  if (bytes[0] !== NUMBERED) return unpackProperties(bytes);
  return propertiesOf(keyList(numberOf(bag)).keys, decode(bytes.subarray(NUMBER_BYTES)) as Value[]);
}

export function givenMap(given: GivenProperties): ValueMap {
  return given instanceof Uint8Array ? unpackProperties(given) : given;
}

/** Cheap where the properties are packed as most are. */
export function countProperties(bag: PropertyBag): number {
  if (typeof bag === 'string' && bag.charCodeAt(0) === NUMBERED) return keyList(numberOf(bag)).keys.length;
  return Object.keys(typeof bag === 'string' ? unpackBag(bag) : bag).length;
}

let lastBag = '';
let lastRead: ValueMap = NO_PROPERTIES;

/** To look at, not to keep or change: reading several properties of one node in a row unpacks it once. */
export function readBag(bag: PropertyBag): ValueMap {
  if (typeof bag !== 'string') return bag;
  if (bag !== lastBag) {
    lastRead = unpackBag(bag);
    lastBag = bag;
  }
  return lastRead;
}

export function withoutNulls(properties: ValueMap): ValueMap {
  const kept: ValueMap = {};
  for (const key in properties) {
    const value = properties[key]!;
    if (value !== null) mapSet(kept, key, value);
  }
  return kept;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function numberOf(bag: string): number {
  return bag.charCodeAt(1) + bag.charCodeAt(2) * 256;
}

let scratch = Buffer.allocUnsafeSlow(4096);

/** At least so long; what is in it is valid until the next call. */
function scratchOf(length: number): Buffer {
  if (length > scratch.length) scratch = Buffer.allocUnsafeSlow(length * 2);
  return scratch;
}
