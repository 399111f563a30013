/**
 * A consistent copy of one moment, read during writes. Groups written later have later stamps and are skipped. Rows
 * about to be deleted are read first and kept here until the cut reaches them.
 */
import { type NodeId } from '@weir/model';
import { WeirError } from '@weir/platform';
import { ItemKind, type StoreCut, type StoredItem } from '@weir/persistor';
import { type Clear, type PartitionRows, RowKind } from './partition-rows.js';
import type { StoredNodes } from './stored-nodes.js';
import type { StoredResultRows } from './stored-results.js';

const ITEMS_PER_BATCH = 1_000;

export class CassandraCut implements StoreCut {
  private readonly savedNodes = new Map<number, Map<NodeId, StoredItem[]>>();
  private readonly savedResults = new Map<number, Map<string, StoredItem>>();
  /** Bucket being read, and its last node that was yielded. */
  private bucket = 0;
  private lastId: string | undefined = undefined;
  private queriesDone = new Set<number>();
  private resultsDone = false;
  /** Whether some yielded items were dropped. */
  private isIncomplete = false;
  private readonly stamps: { counts(stamp: number): boolean };

  /** @param metadata current metadata. @param closed called when reading has ended. */
  constructor(
    private readonly rows: PartitionRows,
    private readonly nodes: StoredNodes,
    private readonly results: StoredResultRows,
    private readonly metadata: ReadonlyMap<string, Uint8Array>,
    committed: number,
    counts: (stamp: number) => boolean,
    private readonly closed: (cut: CassandraCut) => void,
  ) {
    this.stamps = { counts: stamp => stamp <= committed && counts(stamp) };
  }

  /** To be called and awaited before anything is deleted. */
  async preserve(clears: readonly Clear[]): Promise<void> {
    for (const clear of clears) {
      if (clear[0] === 'results') await this.preserveResults(clear[1], clear[2]);
      else if (clear[0] !== 'metadata') await this.preserveNode(clear[1]);
    }
  }

  /** Can be called only once if rows are deleted meanwhile, because items already yielded are not kept. */
  async *items(): AsyncGenerator<StoredItem[]> {
    if (this.isIncomplete) throw new WeirError('internal', 'This cut has already been read');
    this.bucket = 0;
    this.lastId = undefined;
    this.queriesDone = new Set();
    this.resultsDone = false;
    for (; this.bucket < this.rows.buckets; this.bucket++, this.lastId = undefined) yield* this.nodeItems();
    for (const query of await this.results.queries()) yield* this.resultItems(query);
    this.resultsDone = true;
    for (const saved of this.savedResults.values()) yield [...saved.values()];
    yield [...this.metadata].map(([key, value]): StoredItem => [ItemKind.Metadata, key, value]);
  }

  async close(): Promise<void> {
    this.closed(this);
  }

  private async *nodeItems(): AsyncGenerator<StoredItem[]> {
    const { bucket } = this;
    for await (const ids of this.nodes.idsOf(bucket, this.stamps)) {
      let found: StoredItem[] = [];
      let current: NodeId | undefined;
      let own: StoredItem[] = [];
      const finish = (): void => {
        if (current === undefined) return;
        found.push(...(this.takeSaved(bucket, current) ?? own));
        this.lastId = current;
        own = [];
      };
      const reading = this.nodes.between(ids[0]!, ids.at(-1)!, this.stamps, ({ id, time, kind, bytes }) => {
        if (id !== current) finish();
        current = id;
        own.push([kind === RowKind.Snapshot ? ItemKind.Snapshot : ItemKind.Entry, id, time, bytes]);
      });
      for await (const _ of reading) {
        if (found.length < ITEMS_PER_BATCH) continue;
        yield found;
        found = [];
      }
      finish();
      yield found;
    }
    // Nodes deleted meanwhile.
    const deleted = this.savedNodes.get(bucket);
    if (deleted === undefined) return;
    this.isIncomplete = true;
    this.savedNodes.delete(bucket);
    for (const items of deleted.values()) yield items;
  }

  private takeSaved(bucket: number, id: NodeId): StoredItem[] | undefined {
    const saved = this.savedNodes.get(bucket);
    const items = saved?.get(id);
    if (items !== undefined) this.isIncomplete = true;
    saved?.delete(id);
    return items;
  }

  private async preserveNode(id: NodeId): Promise<void> {
    const bucket = this.rows.bucketOf(id);
    if (this.hasPassed(bucket, id)) {
      this.isIncomplete = true;
      return;
    }
    let saved = this.savedNodes.get(bucket);
    if (saved === undefined) this.savedNodes.set(bucket, (saved = new Map()));
    if (saved.has(id)) return;
    const items: StoredItem[] = [];
    const reading = this.nodes.between(id, id, this.stamps, ({ time, kind, bytes }) =>
      items.push([kind === RowKind.Snapshot ? ItemKind.Snapshot : ItemKind.Entry, id, time, bytes]),
    );
    for await (const _ of reading);
    // It may have been yielded completely meanwhile.
    if (!this.hasPassed(bucket, id)) saved.set(id, items);
  }

  private hasPassed(bucket: number, id: NodeId): boolean {
    if (bucket !== this.bucket) return bucket < this.bucket;
    return this.lastId !== undefined && id <= this.lastId;
  }

  private async *resultItems(query: number): AsyncGenerator<StoredItem[]> {
    for await (const batch of this.results.read(query, -1, undefined, this.stamps)) {
      const saved = this.savedResults.get(query);
      yield batch
        .filter(({ sequence }) => saved?.has(String(sequence)) !== true)
        .map(({ sequence, bytes }): StoredItem => [ItemKind.Results, query, sequence, bytes]);
    }
    this.queriesDone.add(query);
  }

  private async preserveResults(query: number, upTo: number): Promise<void> {
    if (this.resultsDone || this.queriesDone.has(query)) {
      this.isIncomplete = true;
      return;
    }
    let saved = this.savedResults.get(query);
    if (saved === undefined) this.savedResults.set(query, (saved = new Map()));
    for await (const batch of this.results.read(query, -1, undefined, this.stamps)) {
      for (const { sequence, bytes } of batch) {
        if (sequence > upTo) return;
        saved.set(String(sequence), [ItemKind.Results, query, sequence, bytes]);
      }
    }
  }
}
