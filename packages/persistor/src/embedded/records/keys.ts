/**
 * Keys of the embedded store. The first byte is the key space:
 *
 * | space | key | value |
 * |---|---|---|
 * | 0x00 | nothing | format version, uint32 big-endian |
 * | 0x01 | layer, one byte | existence filter of a store that was closed cleanly: id count, uint32, then words |
 * | 0x10 | id length, uint16 big-endian; id; event time, uint64 big-endian; 0 for an entry, 1 for a snapshot | unchanged |
 * | 0x20 | name in UTF-8 | metadata, unchanged |
 * | 0x30 | number of the standing query, uint32 big-endian; sequence, uint64 big-endian | results, unchanged |
 * | 0x40 | number of the batch, uint64 big-endian | the 0x10 keys of the batch, concatenated |
 *
 * Entries and snapshots of a node are contiguous and in time order, a snapshot after the entry of its time. Read
 * backwards from a time, everything up to the first snapshot is exactly the stored state of the node.
 */
import type { EventTime, NodeId } from '@weir/model';

export const FORMAT_VERSION = 4;

export const VERSION_KEY = Buffer.of(0x00);
const FILTER_SPACE = 0x01;
const NODE_SPACE = 0x10;
const METADATA_SPACE = 0x20;
const RESULT_SPACE = 0x30;
const RECENT_SPACE = 0x40;

export const FILTER_START = Buffer.of(FILTER_SPACE);
export const FILTER_END = Buffer.of(FILTER_SPACE + 1);
export const NODES_START = Buffer.of(NODE_SPACE);
export const NODES_END = Buffer.of(NODE_SPACE + 1);
export const METADATA_START = Buffer.of(METADATA_SPACE);
export const METADATA_END = Buffer.of(METADATA_SPACE + 1);
/** Everything except the store's internal records. */
export const CONTENT_START = Buffer.of(NODE_SPACE);
export const CONTENT_END = Buffer.of(RESULT_SPACE + 1);
export const RECENT_START = Buffer.of(RECENT_SPACE);
export const RECENT_END = Buffer.of(RECENT_SPACE + 1);

export const RecordKind = { Entry: 0, Snapshot: 1 } as const;
export type RecordKind = (typeof RecordKind)[keyof typeof RecordKind];

const ID_AT = 3;
const TIME_BYTES = 8;
const TWO_32 = 4294967296;

export function nodeKeyLength(id: NodeId): number {
  return ID_AT + id.length + TIME_BYTES + 1;
}

/** Writes a node key into `bytes` at `at`, which must have room for `nodeKeyLength(id)`. */
export function writeNodeKey(bytes: Buffer, at: number, id: NodeId, time: EventTime, kind: RecordKind): void {
  const length = id.length;
  bytes[at] = NODE_SPACE;
  bytes[at + 1] = length >>> 8;
  bytes[at + 2] = length;
  bytes.write(id, at + ID_AT, 'latin1');
  const timeAt = at + ID_AT + length;
  writeUint64(bytes, timeAt, time);
  bytes[timeAt + TIME_BYTES] = kind;
}

/** @param value a safe integer, not negative. */
function writeUint64(bytes: Buffer, at: number, value: number): void {
  const high = Math.floor(value / TWO_32);
  const low = value >>> 0;
  bytes[at] = 0;
  bytes[at + 1] = high >>> 16;
  bytes[at + 2] = high >>> 8;
  bytes[at + 3] = high;
  bytes[at + 4] = low >>> 24;
  bytes[at + 5] = low >>> 16;
  bytes[at + 6] = low >>> 8;
  bytes[at + 7] = low;
}

function readUint64(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * TWO_32 + bytes.readUInt32BE(at + 4);
}

export function nodeKey(id: NodeId, time: EventTime, kind: RecordKind): Buffer<ArrayBuffer> {
  const key = Buffer.allocUnsafe(nodeKeyLength(id));
  writeNodeKey(key, 0, id, time, kind);
  return key;
}

/** Upper bound (exclusive) of a node's keys. */
export function nodeEnd(id: NodeId): Buffer<ArrayBuffer> {
  const key = nodeKey(id, 0, RecordKind.Entry);
  key.fill(0xff, ID_AT + id.length);
  return key;
}

/** Lower bound of the keys of nodes whose ids have this length. */
export function nodesOfLength(length: number): Buffer<ArrayBuffer> {
  return Buffer.of(NODE_SPACE, length >>> 8, length & 0xff);
}

/** Compares ids in the order of the nodes' keys. */
export function compareIds(a: NodeId, b: NodeId): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function idOfKey(key: Buffer): NodeId {
  return key.toString('latin1', ID_AT, ID_AT + key.readUInt16BE(1)) as NodeId;
}

export function timeOfKey(key: Buffer): EventTime {
  return readUint64(key, key.length - TIME_BYTES - 1);
}

export function isNodeKey(key: Buffer): boolean {
  return key[0] === NODE_SPACE;
}

export function isMetadataKey(key: Buffer): boolean {
  return key[0] === METADATA_SPACE;
}

export function isResultKey(key: Buffer): boolean {
  return key[0] === RESULT_SPACE;
}

export function kindOfKey(key: Buffer): RecordKind {
  return key[key.length - 1] as RecordKind;
}

export function filterKey(layer: number): Buffer {
  return Buffer.of(FILTER_SPACE, layer);
}

export function metadataKey(name: string): Buffer {
  return Buffer.concat([METADATA_START, Buffer.from(name)]);
}

export function metadataName(key: Buffer): string {
  return key.toString('utf8', 1);
}

export function resultKey(query: number, sequence: number): Buffer<ArrayBuffer> {
  const key = Buffer.allocUnsafe(13);
  key[0] = RESULT_SPACE;
  key.writeUInt32BE(query, 1);
  writeUint64(key, 5, sequence);
  return key;
}

/** Upper bound (exclusive) of a query's result keys. */
export function resultEnd(query: number): Buffer<ArrayBuffer> {
  const key = resultKey(query, 0);
  key.fill(0xff, 5);
  return key;
}

export function queryOfKey(key: Buffer): number {
  return key.readUInt32BE(1);
}

export function sequenceOfKey(key: Buffer): number {
  return readUint64(key, 5);
}

export function recentKey(batch: number): Buffer<ArrayBuffer> {
  const key = Buffer.allocUnsafe(9);
  key[0] = RECENT_SPACE;
  writeUint64(key, 1, batch);
  return key;
}

export function batchOfKey(key: Buffer): number {
  return readUint64(key, 1);
}

export function splitNodeKeys(row: Buffer): Buffer[] {
  const keys: Buffer[] = [];
  for (let at = 0; at < row.length;) {
    const end = at + ID_AT + row.readUInt16BE(at + 1) + TIME_BYTES + 1;
    keys.push(row.subarray(at, end));
    at = end;
  }
  return keys;
}
