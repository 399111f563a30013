/**
 * Nodes of the memory store: a chain of records each, in one arena. When half of the arena is garbage, the rest is
 * copied into a new one.
 */
import type { EventTime, NodeId } from '@weir/model';
import type { Snapshot, StoredEntry, StoredNode } from '../persistor.js';
import { type Address, NOTHING, RecordArena } from './record-arena.js';
import { chainWeight, copied, foldedInto, withoutSnapshotBefore, withRecord } from './record-chain.js';

/** Less garbage than this does not justify a copy. */
const TOLERATED_GARBAGE_BYTES = 16 << 20;

/** All records at one moment; later writes do not change it. */
export interface RecordsView {
  readonly arena: RecordArena;
  readonly newest: ReadonlyMap<NodeId, Address>;
}

export class NodeRecords {
  private arena = new RecordArena();
  private newest = new Map<NodeId, Address>();
  /** All nodes in any order, and some deleted ones, always fewer than the nodes that exist. */
  private order: NodeId[] = [];
  /** Bytes of the records in chains; the rest of the arena is garbage. */
  private live = 0;

  put(id: NodeId, isSnapshot: boolean, time: EventTime, bytes: Uint8Array): void {
    const chain = this.newest.get(id) ?? NOTHING;
    if (chain === NOTHING || this.arena.time(chain) < time) {
      const record = this.arena.append(isSnapshot, time, bytes, chain);
      this.live += this.arena.weight(record);
      if (chain === NOTHING) this.order.push(id);
      this.newest.set(id, record);
    } else {
      this.replace(id, chain, withRecord(this.arena, chain, isSnapshot, time, bytes));
    }
  }

  dropSnapshotBefore(id: NodeId, time: EventTime): void {
    const chain = this.newest.get(id);
    if (chain !== undefined) this.replace(id, chain, withoutSnapshotBefore(this.arena, chain, time));
  }

  fold(id: NodeId, snapshot: Snapshot): void {
    const chain = this.newest.get(id) ?? NOTHING;
    this.replace(id, chain, foldedInto(this.arena, chain, snapshot.time, snapshot.bytes));
  }

  read(id: NodeId, asOf: EventTime): StoredNode | undefined {
    const chain = this.newest.get(id);
    if (chain === undefined) return undefined;
    const arena = this.arena;
    let snapshot: Snapshot | undefined;
    const journal: StoredEntry[] = [];
    for (let record = chain; record !== NOTHING && !snapshot; record = arena.earlier(record)) {
      const time = arena.time(record);
      if (time > asOf) continue;
      if (arena.isSnapshot(record)) snapshot = { time, bytes: arena.bytes(record) };
      else journal.push({ time, bytes: arena.bytes(record) });
    }
    return { snapshot, journal: journal.reverse() };
  }

  entriesAfter(id: NodeId, after: EventTime): StoredEntry[] {
    const arena = this.arena;
    const entries: StoredEntry[] = [];
    let record = this.newest.get(id) ?? NOTHING;
    while (record !== NOTHING && arena.time(record) > after) {
      if (!arena.isSnapshot(record)) entries.push({ time: arena.time(record), bytes: arena.bytes(record) });
      record = arena.earlier(record);
    }
    return entries.reverse();
  }

  get count(): number {
    return this.newest.size;
  }

  ids(): NodeId[] {
    return [...this.newest.keys()];
  }

  /** Returns distinct ids. */
  sample(count: number, random: () => number): NodeId[] {
    const { order } = this;
    // Shuffles the requested number to the front.
    const chosen = new Set<NodeId>();
    for (let i = 0; i < order.length && chosen.size < count; i++) {
      const other = i + Math.floor(random() * (order.length - i));
      const id = order[other]!;
      order[other] = order[i]!;
      order[i] = id;
      if (this.newest.has(id)) chosen.add(id);
    }
    return [...chosen];
  }

  delete(id: NodeId): void {
    const chain = this.newest.get(id);
    if (chain !== undefined) this.replace(id, chain, NOTHING);
  }

  view(): RecordsView {
    return { arena: this.arena, newest: new Map(this.newest) };
  }

  clear(): void {
    this.arena = new RecordArena();
    this.newest = new Map();
    this.order = [];
    this.live = 0;
  }

  private replace(id: NodeId, old: Address, chain: Address): void {
    if (chain === old) return;
    this.live += chainWeight(this.arena, chain) - chainWeight(this.arena, old);
    if (chain === NOTHING) this.forget(id);
    else {
      if (old === NOTHING) this.order.push(id);
      this.newest.set(id, chain);
    }
    const garbage = this.arena.size - this.live;
    if (garbage > TOLERATED_GARBAGE_BYTES && garbage > this.live) this.renew();
  }

  private forget(id: NodeId): void {
    this.newest.delete(id);
    if (this.order.length > this.newest.size * 2) this.order = this.ids();
  }

  private renew(): void {
    const arena = new RecordArena();
    for (const [id, chain] of this.newest) this.newest.set(id, copied(this.arena, chain, arena));
    this.arena = arena;
  }
}
