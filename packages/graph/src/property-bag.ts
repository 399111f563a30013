/**
 * The properties of a node as it keeps them: packed, as msgpack bytes in a string with one char per byte, until
 * something writes single ones; then as a map. Most nodes get their properties from one record and are rarely
 * read again: one flat string is a third of the memory of a map with its values, and nothing for the garbage
 * collector to follow. The bytes are those that travelled in the frame and stand in the journal: encoded once.
 */
import { decode, encode, mapSet, type ValueMap } from '@weir/model';

export type PropertyBag = ValueMap | string;

/** Properties on their way to a node: a map whose `null` entries remove, or packed ones, which have none. */
export type GivenProperties = ValueMap | Uint8Array;

export const NO_PROPERTIES: ValueMap = Object.freeze({});

/** Packs a map; a map with `null` entries or none at all stays a map. */
export function packProperties(properties: ValueMap): GivenProperties {
  let count = 0;
  for (const key in properties) {
    if (properties[key] === null) return properties;
    count++;
  }
  return count === 0 ? properties : encode(properties);
}

export function packedBag(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** The msgpack bytes of the properties; `null` when there are none. */
export function bagBytes(bag: PropertyBag): Uint8Array | null {
  if (bag === NO_PROPERTIES) return null;
  return typeof bag === 'string' ? Buffer.from(bag, 'latin1') : encode(bag);
}

/** As a map of its own, which the caller may change and keep. */
export function unpackBag(bag: PropertyBag): ValueMap {
  return typeof bag === 'string' ? (decode(bytesOf(bag)) as ValueMap) : { ...bag };
}

export function givenMap(given: GivenProperties): ValueMap {
  return given instanceof Uint8Array ? (decode(given) as ValueMap) : given;
}

let lastBag = '';
let lastRead: ValueMap = NO_PROPERTIES;

/** To look at, not to keep or change: reading several properties of one node in a row unpacks it once. */
export function readBag(bag: PropertyBag): ValueMap {
  if (typeof bag !== 'string') return bag;
  if (bag !== lastBag) {
    lastRead = decode(bytesOf(bag)) as ValueMap;
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

let scratch = Buffer.allocUnsafeSlow(4096);

/** Valid until the next call. */
function bytesOf(packed: string): Uint8Array {
  if (packed.length > scratch.length) scratch = Buffer.allocUnsafeSlow(packed.length * 2);
  return scratch.subarray(0, scratch.write(packed, 0, 'latin1'));
}
