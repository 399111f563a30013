/**
 * Cache of 16-byte ids as strings, so that an id in use is one string: the same id occurs several times within a short
 * time (in a record's effects, in the messages between two nodes), and nodes keep the string they receive. The table
 * has a fixed size per thread; an overwritten id is created again.
 */
import { NODE_ID_BYTES, type NodeId } from './node-id.js';

const SLOTS = 1 << 14;

const words = new Int32Array(SLOTS * 4);
/** Initialized as if the id of zeros had been seen in every slot. */
const ids: NodeId[] = new Array<NodeId>(SLOTS).fill('\0'.repeat(NODE_ID_BYTES) as NodeId);

/** @param a first four bytes of the id as a little-endian word; the others follow in order. */
export function idOfWords(a: number, b: number, c: number, d: number): NodeId {
  const slot = (d ^ (d >>> 16)) & (SLOTS - 1);
  const at = slot * 4;
  if (words[at + 3] === d && words[at] === a && words[at + 1] === b && words[at + 2] === c) return ids[slot]!;
  words[at] = a;
  words[at + 1] = b;
  words[at + 2] = c;
  words[at + 3] = d;
  const id = String.fromCharCode(
    a & 0xff,
    (a >>> 8) & 0xff,
    (a >>> 16) & 0xff,
    a >>> 24,
    b & 0xff,
    (b >>> 8) & 0xff,
    (b >>> 16) & 0xff,
    b >>> 24,
    c & 0xff,
    (c >>> 8) & 0xff,
    (c >>> 16) & 0xff,
    c >>> 24,
    d & 0xff,
    (d >>> 8) & 0xff,
    (d >>> 16) & 0xff,
    d >>> 24,
  ) as NodeId;
  ids[slot] = id;
  return id;
}

/** @param at offset of the id's 16 bytes. */
export function idOfBytes(bytes: Uint8Array, at: number): NodeId {
  return idOfWords(wordAt(bytes, at), wordAt(bytes, at + 4), wordAt(bytes, at + 8), wordAt(bytes, at + 12));
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
