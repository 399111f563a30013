/** A cut of the memory store. Records never change, so it does not copy them. */
import type { NodeId } from '@weir/model';
import type { StoredResults } from '../persistor.js';
import { ItemKind, type StoreCut, type StoredItem } from '../store-cut.js';
import type { RecordsView } from './node-records.js';
import { type Address, NOTHING, type RecordArena } from './record-arena.js';

export class MemoryCut implements StoreCut {
  constructor(
    private readonly records: RecordsView,
    private readonly results: readonly StoredResults[],
    private readonly metadata: ReadonlyMap<string, Uint8Array>,
  ) {}

  async *items(): AsyncGenerator<readonly StoredItem[]> {
    for (const [id, newest] of this.records.newest) yield itemsOf(this.records.arena, id, newest);
    yield this.results.map(({ query, sequence, bytes }) => [ItemKind.Results, query, sequence, bytes]);
    yield Array.from(this.metadata, ([key, value]) => [ItemKind.Metadata, key, value]);
  }

  async close(): Promise<void> {
    return;
  }
}

function itemsOf(arena: RecordArena, id: NodeId, newest: Address): StoredItem[] {
  const items: StoredItem[] = [];
  for (let record = newest; record !== NOTHING; record = arena.earlier(record)) {
    const kind = arena.isSnapshot(record) ? ItemKind.Snapshot : ItemKind.Entry;
    items.push([kind, id, arena.time(record), arena.bytes(record)]);
  }
  return items.reverse();
}
