/**
 * Lists of ids as one piece of bytes, for frames: a byte that says how, then the ids. 0: each has 16 bytes.
 * 1: each begins with its length, four bytes, little-endian.
 */
import { NODE_ID_BYTES, type NodeId } from './node-id.js';

const FIXED = 0;
const VARIABLE = 1;

export function packIds(ids: readonly NodeId[]): Uint8Array {
  for (let i = 0; i < ids.length; i++) if (ids[i]!.length !== NODE_ID_BYTES) return packVariable(ids);
  const bytes = Buffer.allocUnsafeSlow(1 + ids.length * NODE_ID_BYTES);
  bytes[0] = FIXED;
  bytes.write(ids.join(''), 1, 'latin1');
  return bytes;
}

function packVariable(ids: readonly NodeId[]): Uint8Array {
  let size = 1;
  for (let i = 0; i < ids.length; i++) size += 4 + ids[i]!.length;
  const bytes = Buffer.allocUnsafeSlow(size);
  bytes[0] = VARIABLE;
  let at = 1;
  for (let i = 0; i < ids.length; i++) {
    at = bytes.writeUInt32LE(ids[i]!.length, at);
    at += bytes.write(ids[i]!, at, 'latin1');
  }
  return bytes;
}

/** The ids in their order, each a string of its own: a slice of one long string would keep all of it alive. */
export function unpackIds(bytes: Uint8Array): NodeId[] {
  const ids: NodeId[] = [];
  if (bytes[0] === FIXED) {
    for (let at = 1; at < bytes.length; at += NODE_ID_BYTES) ids.push(fixedId(bytes, at));
    return ids;
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 1; at < buffer.length;) {
    const start = at + 4;
    at = start + buffer.readUInt32LE(at);
    ids.push(buffer.toString('latin1', start, at) as NodeId);
  }
  return ids;
}

function fixedId(bytes: Uint8Array, at: number): NodeId {
  return String.fromCharCode(
    bytes[at]!,
    bytes[at + 1]!,
    bytes[at + 2]!,
    bytes[at + 3]!,
    bytes[at + 4]!,
    bytes[at + 5]!,
    bytes[at + 6]!,
    bytes[at + 7]!,
    bytes[at + 8]!,
    bytes[at + 9]!,
    bytes[at + 10]!,
    bytes[at + 11]!,
    bytes[at + 12]!,
    bytes[at + 13]!,
    bytes[at + 14]!,
    bytes[at + 15]!,
  ) as NodeId;
}
