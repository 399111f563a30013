/**
 * Which ids a shard may know, so that a new node costs no read. It is made from what is stored, bucket by bucket, while
 * the shard works already: of a bucket that is not through, everything may be known.
 */
import type { NodeId } from '@weir/model';
import { ExistenceFilter } from '@weir/persistor';
import type { PartitionRows } from './partition-rows.js';
import type { StoredNodes } from './stored-nodes.js';

export class KnownIds {
  private readonly filter: ExistenceFilter;
  private readonly isRead: Uint8Array;
  private left: number;
  private isStopped = false;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly rows: PartitionRows,
    isNew: boolean,
    filterBytes: number | undefined,
  ) {
    this.filter = new ExistenceFilter(filterBytes);
    this.isRead = new Uint8Array(rows.buckets).fill(isNew ? 1 : 0);
    this.left = isNew ? 0 : rows.buckets;
  }

  /** Reads all ids, if that is necessary. @param failed told why it ended early: then unknown ids go on costing a read. */
  read(nodes: StoredNodes, failed: (error: unknown) => void): void {
    if (this.left > 0) this.reading = this.readAll(nodes).catch(failed);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.reading;
  }

  mayContain(id: NodeId): boolean {
    if (this.left > 0 && this.isRead[this.rows.bucketOf(id)] === 0) return true;
    return this.filter.mayContain(id);
  }

  add(id: NodeId): void {
    this.filter.add(id);
  }

  /** `undefined` until all were read. */
  get count(): number | undefined {
    return this.left > 0 ? undefined : this.filter.count;
  }

  private async readAll(nodes: StoredNodes): Promise<void> {
    for (let bucket = 0; bucket < this.isRead.length; bucket++) {
      for await (const ids of nodes.ids([bucket])) {
        if (this.isStopped) return;
        for (const id of ids) this.filter.add(id);
      }
      if (this.isStopped) return;
      this.isRead[bucket] = 1;
      this.left--;
    }
  }
}
