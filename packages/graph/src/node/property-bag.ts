/**
 * The properties of a node as it stores them. They stay packed, in a string with one char per byte, until single
 * properties are written; then they become a map.
 *
 * Most nodes get their properties from one record and are rarely read again. One flat string takes a third of the
 * memory of a map with its values, and the garbage collector has nothing to trace. The bytes are encoded once: they are
 * the same in the frame and in the journal. Only in memory, a number replaces the keys.
 */
import {
  decode,
  mapGet,
  mapSet,
  packedElement,
  packProperties,
  propertiesOf,
  unpackProperties,
  type Value,
  type ValueMap,
} from '@weir/model';
import { type KeyList, keyList, keyListOf } from './known-keys.js';

/**
 * A string holds either packed properties as received, or `NUMBERED`, the number of their key list, and the list of
 * values.
 */
export type PropertyBag = ValueMap | string;

/**
 * Properties to be written to a node: a map whose `null` entries remove, or packed properties, which have no `null`
 * entries.
 */
export type GivenProperties = ValueMap | Uint8Array;

export const NO_PROPERTIES: ValueMap = Object.freeze({});

/** A byte with which no msgpack value begins. */
const NUMBERED = 0xc1;
/** `NUMBERED` and the number, low byte first. */
const NUMBER_BYTES = 3;
/** Position of the list of values in a bag with a key list. */
export const VALUES_AT = NUMBER_BYTES;

/** Packs a map. An empty map, or one with `null` entries, stays a map. */
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

/** Returns the packed bytes; `null` if the node has no properties. */
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

/** Returns a new map that the caller may change and keep. */
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

/** Cheap for packed properties, the common case. */
export function countProperties(bag: PropertyBag): number {
  if (typeof bag === 'string' && bag.charCodeAt(0) === NUMBERED) return keyList(numberOf(bag)).keys.length;
  return Object.keys(typeof bag === 'string' ? unpackBag(bag) : bag).length;
}

/** Returns `undefined` unless the bag consists of the number of a key list and the packed list of the values. */
export function keyListOfBag(bag: PropertyBag): KeyList | undefined {
  return typeof bag === 'string' && bag.charCodeAt(0) === NUMBERED ? keyList(numberOf(bag)) : undefined;
}

let lastBag = '';
let lastRead: ValueMap = NO_PROPERTIES;

/**
 * Returns a map to read only; the caller must not keep or change it. Reading several properties of one node in a row
 * unpacks it once.
 */
export function readBag(bag: PropertyBag): ValueMap {
  if (typeof bag !== 'string') return bag;
  if (bag !== lastBag) {
    lastRead = unpackBag(bag);
    lastBag = bag;
  }
  return lastRead;
}

let lastPeeked: PropertyBag = '';

/**
 * Returns one property. Only its own value is unpacked; if the same properties are read once more, all of them are, as
 * by `readBag`.
 */
export function readProperty(bag: PropertyBag, key: string): Value | undefined {
  const list = bag === lastPeeked || bag === lastBag ? undefined : keyListOfBag(bag);
  if (list === undefined) return mapGet(readBag(bag), key);
  lastPeeked = bag;
  const index = list.keys.indexOf(key);
  if (index === -1) return undefined;
  const packed = packedElement(bag as string, VALUES_AT, index);
  const bytes = scratchOf(packed.length).subarray(0, packed.length);
  bytes.write(packed, 0, 'latin1');
  return decode(bytes) as Value;
}

/** Returns the keys; the values are not unpacked if the keys are known. */
export function keysOfBag(bag: PropertyBag): readonly string[] {
  return keyListOfBag(bag)?.keys ?? Object.keys(readBag(bag));
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

/** Returns a buffer of at least this length. Its content is valid until the next call. */
function scratchOf(length: number): Buffer {
  if (length > scratch.length) scratch = Buffer.allocUnsafeSlow(length * 2);
  return scratch;
}
