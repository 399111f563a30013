/**
 * Node ids. Every id already names a node, so an id is data, not a handle.
 *
 * In memory an id is a string of one char per byte (char codes 0 to 255): cheap as a map key, 16 chars for
 * the default ids, and written to a frame or a store as its raw bytes. What people see is its text form:
 * a lower-case UUID for 16 bytes, `#` and upper-case hex for any other length.
 */
export type NodeId = string & { readonly __nodeId: unique symbol };

/** Length in bytes of the ids that `idFrom` makes. */
export const NODE_ID_BYTES = 16;

/** @param bytes the id's raw bytes, any length. */
export function nodeIdFromBytes(bytes: Uint8Array): NodeId {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as NodeId;
}

/** @returns the id's raw bytes, a fresh buffer. */
export function nodeIdToBytes(id: NodeId): Buffer {
  return Buffer.from(id, 'latin1');
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The text form of an id: `761f620a-0f48-3f92-9464-2526642cc430`, or `#00FF` when it is not 16 bytes long. */
export function formatNodeId(id: NodeId): string {
  let hex = '';
  for (let i = 0; i < id.length; i++) hex += HEX[id.charCodeAt(i)];
  if (id.length !== NODE_ID_BYTES) return '#' + hex.toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID_GROUPS = /^([0-9a-f]{1,8})-([0-9a-f]{1,4})-([0-9a-f]{1,4})-([0-9a-f]{1,4})-([0-9a-f]{1,12})$/i;
const RAW_HEX = /^#((?:[0-9a-f]{2})*)$/i;

/** Reads a text form: a UUID (short groups are padded, as `1-1-1-1-1`) or `#` and hex. Else `undefined`. */
export function parseNodeId(text: string): NodeId | undefined {
  return parseFullUuid(text) ?? parseShortForms(text);
}

/** First char codes of the 16 bytes in the text of a UUID. */
const UUID_BYTES_AT = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const UUID_DASHES_AT = [8, 13, 18, 23];
/** By char code; 255 for what is no hex digit. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase());
  return digit < 0 ? 255 : digit;
});
const uuidBytes = Buffer.alloc(NODE_ID_BYTES);

/** The form that nearly every id comes in. */
function parseFullUuid(text: string): NodeId | undefined {
  if (text.length !== 36) return undefined;
  for (const at of UUID_DASHES_AT) if (text.charCodeAt(at) !== 0x2d) return undefined;
  for (let i = 0; i < NODE_ID_BYTES; i++) {
    const at = UUID_BYTES_AT[i]!;
    const high = DIGITS[text.charCodeAt(at)];
    const low = DIGITS[text.charCodeAt(at + 1)];
    if (high === undefined || low === undefined || high > 15 || low > 15) return undefined;
    uuidBytes[i] = high * 16 + low;
  }
  return uuidBytes.toString('latin1') as NodeId;
}

function parseShortForms(text: string): NodeId | undefined {
  const groups = UUID_GROUPS.exec(text);
  if (groups) {
    const widths = [8, 4, 4, 4, 12];
    const hex = widths.map((width, i) => groups[i + 1]!.padStart(width, '0')).join('');
    return Buffer.from(hex, 'hex').toString('latin1') as NodeId;
  }
  const raw = RAW_HEX.exec(text);
  return raw ? (Buffer.from(raw[1]!, 'hex').toString('latin1') as NodeId) : undefined;
}

/** The shard that owns an id. Spread evenly for hashed ids, deterministic for any. */
export function shardOf(id: NodeId, shards: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % shards;
}
