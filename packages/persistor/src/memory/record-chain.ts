/** The records of one node, newest first, identified by an address in an arena. A change creates a new chain. */
import type { EventTime } from '@weir/model';
import { type Address, NOTHING, type RecordArena } from './record-arena.js';

/** Returns the chain with one more record, in order; a record of the same type and time is replaced. */
export function withRecord(
  arena: RecordArena,
  chain: Address,
  isSnapshot: boolean,
  time: EventTime,
  bytes: Uint8Array,
): Address {
  const later: Address[] = [];
  let base = chain;
  while (base !== NOTHING && isAfter(arena, base, isSnapshot, time)) {
    later.push(base);
    base = arena.earlier(base);
  }
  const replaces = base !== NOTHING && arena.time(base) === time && arena.isSnapshot(base) === isSnapshot;
  const below = replaces ? arena.earlier(base) : base;
  return onTopOf(arena, later, arena.append(isSnapshot, time, bytes, below));
}

export function withoutSnapshotBefore(arena: RecordArena, chain: Address, time: EventTime): Address {
  const later: Address[] = [];
  let record = chain;
  while (record !== NOTHING && !(arena.isSnapshot(record) && arena.time(record) < time)) {
    later.push(record);
    record = arena.earlier(record);
  }
  return record === NOTHING ? chain : onTopOf(arena, later, arena.earlier(record));
}

/** Returns the records later than a snapshot, on top of the snapshot. */
export function foldedInto(
  arena: RecordArena,
  chain: Address,
  time: EventTime,
  snapshot: Uint8Array,
): Address {
  const later: Address[] = [];
  for (let record = chain; record !== NOTHING && arena.time(record) > time; record = arena.earlier(record)) {
    later.push(record);
  }
  return onTopOf(arena, later, arena.append(true, time, snapshot, NOTHING));
}

/** Copies the chain to another arena. */
export function copied(from: RecordArena, chain: Address, to: RecordArena): Address {
  const records: Address[] = [];
  for (let record = chain; record !== NOTHING; record = from.earlier(record)) records.push(record);
  let copy = NOTHING;
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i]!;
    copy = to.append(from.isSnapshot(record), from.time(record), from.bytes(record), copy);
  }
  return copy;
}

/** Total bytes of its records. */
export function chainWeight(arena: RecordArena, chain: Address): number {
  let weight = 0;
  for (let record = chain; record !== NOTHING; record = arena.earlier(record)) weight += arena.weight(record);
  return weight;
}

/** A snapshot follows the entry with the same time. */
function isAfter(arena: RecordArena, record: Address, isSnapshot: boolean, time: EventTime): boolean {
  const at = arena.time(record);
  return at > time || (at === time && arena.isSnapshot(record) && !isSnapshot);
}

/** @param newestFirst records of a chain. */
function onTopOf(arena: RecordArena, newestFirst: readonly Address[], base: Address): Address {
  let chain = base;
  for (let i = newestFirst.length - 1; i >= 0; i--) {
    const record = newestFirst[i]!;
    chain = arena.append(arena.isSnapshot(record), arena.time(record), arena.bytes(record), chain);
  }
  return chain;
}
