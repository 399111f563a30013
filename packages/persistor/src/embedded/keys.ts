/**
 * Keys of the embedded store. The first byte is the key space:
 *
 * | space | key | value |
 * |---|---|---|
 * | 0x00 | nothing | format version, uint32 big-endian |
 * | 0x01 | layer, one byte | existence filter of a store that was closed in order: id count, uint32, then words |
 * | 0x10 | id length, uint16 big-endian; id; event time, uint64 big-endian; 0 for an entry, 1 for a snapshot | as given |
 * | 0x20 | name in UTF-8 | metadata, as given |
 *
 * Entries and snapshots of a node lie together in time order, a snapshot after the entry of its time: read
 * backwards from a time, everything up to the first snapshot is exactly what is stored of the node.
 */
import type { EventTime, NodeId } from '@weir/model';

export const FORMAT_VERSION = 1;

export const VERSION_KEY = Buffer.of(0x00);
const FILTER_SPACE = 0x01;
const NODE_SPACE = 0x10;
const METADATA_SPACE = 0x20;

export const FILTER_START = Buffer.of(FILTER_SPACE);
export const FILTER_END = Buffer.of(FILTER_SPACE + 1);
export const NODES_START = Buffer.of(NODE_SPACE);
export const NODES_END = Buffer.of(NODE_SPACE + 1);
export const METADATA_START = Buffer.of(METADATA_SPACE);
export const METADATA_END = Buffer.of(METADATA_SPACE + 1);

export const RecordKind = { Entry: 0, Snapshot: 1 } as const;
export type RecordKind = (typeof RecordKind)[keyof typeof RecordKind];

const ID_AT = 3;
const TIME_BYTES = 8;
const TWO_32 = 4294967296;

export function nodeKeyLength(id: NodeId): number {
  return ID_AT + id.length + TIME_BYTES + 1;
}

/** Writes a node key into `bytes` from `at` on, where there is room for `nodeKeyLength(id)`. */
export function writeNodeKey(bytes: Buffer, at: number, id: NodeId, time: EventTime, kind: RecordKind): void {
  const length = id.length;
  bytes[at] = NODE_SPACE;
  bytes[at + 1] = length >>> 8;
  bytes[at + 2] = length;
  bytes.write(id, at + ID_AT, 'latin1');
  const timeAt = at + ID_AT + length;
  const high = Math.floor(time / TWO_32);
  const low = time >>> 0;
  bytes[timeAt] = 0;
  bytes[timeAt + 1] = high >>> 16;
  bytes[timeAt + 2] = high >>> 8;
  bytes[timeAt + 3] = high;
  bytes[timeAt + 4] = low >>> 24;
  bytes[timeAt + 5] = low >>> 16;
  bytes[timeAt + 6] = low >>> 8;
  bytes[timeAt + 7] = low;
  bytes[timeAt + 8] = kind;
}

export function nodeKey(id: NodeId, time: EventTime, kind: RecordKind): Buffer<ArrayBuffer> {
  const key = Buffer.allocUnsafe(nodeKeyLength(id));
  writeNodeKey(key, 0, id, time, kind);
  return key;
}

/** The key before which all of a node's keys lie. */
export function nodeEnd(id: NodeId): Buffer<ArrayBuffer> {
  const key = nodeKey(id, 0, RecordKind.Entry);
  key.fill(0xff, ID_AT + id.length);
  return key;
}

export function idOfKey(key: Buffer): NodeId {
  return key.toString('latin1', ID_AT, ID_AT + key.readUInt16BE(1)) as NodeId;
}

export function timeOfKey(key: Buffer): EventTime {
  const at = key.length - TIME_BYTES - 1;
  return key.readUInt32BE(at) * TWO_32 + key.readUInt32BE(at + 4);
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
