/**
 * Determines from its stored bytes whether a node exists, usually without decoding them: a scan that only counts
 * inspects a few bytes of each. The last event that affects existence decides; see `NodeActor.replay`.
 */
import { decode, EventKind, type NodeEvent } from '@weir/model';
import type { StoredNode } from '@weir/persistor';
import { snapshotExists } from '../node/node-snapshot.js';

/** The event as msgpack: a list of one element. */
const DELETED = Buffer.of(0x91, EventKind.Deleted);
/** A msgpack list of up to 15 elements is one byte with these high bits, followed by its elements. */
const SHORT_LIST = 0x90;
const HIGH_BITS = 0xf0;

export function existsStored({ snapshot, journal }: StoredNode): boolean {
  for (let i = journal.length - 1; i >= 0; i--) {
    const exists = existsAfter(journal[i]!.bytes);
    if (exists !== undefined) return exists;
  }
  return snapshot !== undefined && snapshotExists(snapshot.bytes);
}

/** @returns `undefined` if the entry does not affect existence. */
function existsAfter(entry: Uint8Array): boolean | undefined {
  const isShort = (entry[0]! & HIGH_BITS) === SHORT_LIST && (entry[1]! & HIGH_BITS) === SHORT_LIST;
  if (isShort && says(entry[2]!) && Buffer.prototype.indexOf.call(entry, DELETED) === -1) return true;
  const events = decode(entry) as NodeEvent[];
  for (let i = events.length - 1; i >= 0; i--) {
    const kind = events[i]![0];
    if (kind !== EventKind.Standing) return kind !== EventKind.Deleted;
  }
  return undefined;
}

function says(kind: number): boolean {
  return kind !== EventKind.Standing && kind !== EventKind.Deleted;
}
