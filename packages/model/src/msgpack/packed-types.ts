/**
 * The types and positions of packed values, without decoding them. The bytes are those of msgpack.ts, here as a string with one char
 * per byte, as nodes keep their properties.
 */
import { FLOAT_TYPE, Kind, type TypeNumber } from '../values/value-kind.js';

/** Indexed by extension number: see msgpack.ts. */
const EXTENSION_TYPES: readonly TypeNumber[] = [
  Kind.Null,
  FLOAT_TYPE,
  Kind.Bytes,
  Kind.Node,
  Kind.Relationship,
  Kind.Path,
  Kind.Date,
  Kind.LocalTime,
  Kind.LocalDateTime,
  Kind.Time,
  Kind.DateTime,
  Kind.Duration,
];

/**
 * Extension with one byte. msgpackr writes values of a class as its number, an empty byte, and an item with the
 * content. Only ids are written in another way, and these have 16 bytes.
 */
const CLASS_MARK = 0xd4;

const double = new DataView(new ArrayBuffer(8));

/**
 * Writes the type of each element of a list into `types`, as far as there is room.
 * @param start position of the list.
 * @returns the length of the list.
 */
export function packedTypes(bytes: string, start: number, types: Uint8Array): number {
  const length = listLength(bytes, start);
  let at = listStart(bytes, start);
  const count = Math.min(length, types.length);
  for (let i = 0; i < count; i++) {
    const first = bytes.charCodeAt(at);
    // Short texts and small numbers are the most frequent.
    if (first >= 0xa0 && first < 0xc0) {
      types[i] = Kind.String;
      at += 1 + (first & 0x1f);
    } else if (first < 0x80) {
      types[i] = Kind.Number;
      at++;
    } else {
      types[i] = typeAt(bytes, at);
      at = endOf(bytes, at);
    }
  }
  return length;
}

/** Returns the bytes of one element of a list. @param start position of the list. */
export function packedElement(bytes: string, start: number, index: number): string {
  let at = listStart(bytes, start);
  for (let i = 0; i < index; i++) at = endOf(bytes, at);
  return bytes.slice(at, endOf(bytes, at));
}

function listLength(bytes: string, start: number): number {
  const first = bytes.charCodeAt(start);
  if (first < 0xdc) return first & 0x0f;
  return lengthAt(bytes, start + 1, first === 0xdc ? 2 : 4);
}

/** Returns the position of the first element. */
function listStart(bytes: string, start: number): number {
  const first = bytes.charCodeAt(start);
  return start + (first < 0xdc ? 1 : first === 0xdc ? 3 : 5);
}

function typeAt(bytes: string, at: number): TypeNumber {
  const first = bytes.charCodeAt(at);
  if (first < 0x80 || first >= 0xe0) return Kind.Number;
  if (first < 0x90) return Kind.Map;
  if (first < 0xa0) return Kind.List;
  if (first < 0xc0 || (first >= 0xd9 && first <= 0xdb)) return Kind.String;
  if (first === 0xc0) return Kind.Null;
  if (first <= 0xc3) return Kind.Boolean;
  if (first <= 0xc6) return Kind.Bytes;
  if (first <= 0xc9) return EXTENSION_TYPES[bytes.charCodeAt(at + 1 + (1 << (first - 0xc7)))] ?? Kind.Null;
  if (first === 0xca) return FLOAT_TYPE;
  // Integers of more than 32 bits may be written as doubles.
  if (first === 0xcb) return Number.isSafeInteger(doubleAt(bytes, at + 1)) ? Kind.Number : FLOAT_TYPE;
  if (first <= 0xd3) return Kind.Number;
  if (first <= 0xd8) return EXTENSION_TYPES[bytes.charCodeAt(at + 1)] ?? Kind.Null;
  return first <= 0xdd ? Kind.List : Kind.Map;
}

/** Returns the position after the item at `at`, including the items that it consists of. */
function endOf(bytes: string, at: number): number {
  for (let left = 1; left > 0; left--) {
    const first = bytes.charCodeAt(at++);
    if (first < 0x80 || first >= 0xe0) continue;
    if (first < 0x90) left += (first & 0x0f) * 2;
    else if (first < 0xa0) left += first & 0x0f;
    else if (first < 0xc0) at += first & 0x1f;
    else if (first <= 0xc3) continue;
    else if (first <= 0xc6) at += sized(bytes, at, 1 << (first - 0xc4), 0);
    else if (first <= 0xc9) at += sized(bytes, at, 1 << (first - 0xc7), 1);
    else if (first <= 0xcb) at += first === 0xca ? 4 : 8;
    else if (first <= 0xd3) at += 1 << ((first - 0xcc) & 3);
    else if (first === CLASS_MARK) {
      at += 2;
      left++;
    } else if (first <= 0xd8) at += 1 + (1 << (first - 0xd4));
    else if (first <= 0xdb) at += sized(bytes, at, 1 << (first - 0xd9), 0);
    else {
      const width = (first & 1) === 0 ? 2 : 4;
      left += lengthAt(bytes, at, width) * (first <= 0xdd ? 1 : 2);
      at += width;
    }
  }
  return at;
}

/** Returns the number of bytes of a length field, `more` bytes, and the content. */
function sized(bytes: string, at: number, width: number, more: number): number {
  return width + more + lengthAt(bytes, at, width);
}

function lengthAt(bytes: string, at: number, width: number): number {
  let length = 0;
  for (let i = 0; i < width; i++) length = length * 256 + bytes.charCodeAt(at + i);
  return length;
}

function doubleAt(bytes: string, at: number): number {
  for (let i = 0; i < 8; i++) double.setUint8(i, bytes.charCodeAt(at + i));
  return double.getFloat64(0);
}
