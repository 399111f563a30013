/**
 * The list of a group's writes, as bytes: for each write the length of its id, the id, the time, and the record kind.
 */
import type { EventTime, NodeId } from '@weir/model';
import type { WriteGroup } from '@weir/persistor';
import { RowKind } from './partition-rows.js';

const LENGTH_BYTES = 2;
const TIME_BYTES = 8;
const EXTRA = LENGTH_BYTES + TIME_BYTES + 1;

export interface WrittenKey {
  readonly id: NodeId;
  readonly time: EventTime;
  readonly isEntry: boolean;
}

export function encodeKeys({ journal, snapshots = [] }: WriteGroup): Buffer {
  let length = 0;
  for (const { id } of journal) length += EXTRA + id.length;
  for (const { id } of snapshots) length += EXTRA + id.length;
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  const put = (id: NodeId, time: EventTime, kind: RowKind): void => {
    at = bytes.writeUInt16BE(id.length, at);
    at += bytes.write(id, at, 'latin1');
    at = bytes.writeBigUInt64BE(BigInt(time), at);
    at = bytes.writeUInt8(kind, at);
  };
  for (const { id, time } of journal) put(id, time, RowKind.Entry);
  for (const { id, snapshot } of snapshots) put(id, snapshot.time, RowKind.Snapshot);
  return bytes;
}

export function decodeKeys(bytes: Buffer): WrittenKey[] {
  const keys: WrittenKey[] = [];
  for (let at = 0; at < bytes.length;) {
    const timeAt = at + LENGTH_BYTES + bytes.readUInt16BE(at);
    keys.push({
      id: bytes.toString('latin1', at + LENGTH_BYTES, timeAt) as NodeId,
      time: Number(bytes.readBigUInt64BE(timeAt)),
      isEntry: bytes[timeAt + TIME_BYTES] === RowKind.Entry,
    });
    at = timeAt + TIME_BYTES + 1;
  }
  return keys;
}
