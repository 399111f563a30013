/**
 * Lists of ids as one byte array, for frames: a format byte, then the ids. Format 0: each has 16 bytes. Format 1: each
 * begins with its length, four bytes, little-endian.
 */
import { NODE_ID_BYTES, type NodeId } from './node-id.js';
import { idOfBytes } from './recent-ids.js';

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

/** Returns the ids in order. None is a slice of a longer string, which would keep all of that string alive. */
export function unpackIds(bytes: Uint8Array): NodeId[] {
  const ids: NodeId[] = [];
  if (bytes[0] === FIXED) {
    for (let at = 1; at < bytes.length; at += NODE_ID_BYTES) ids.push(idOfBytes(bytes, at));
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
