/**
 * Ids that a shard may know, so that a new node costs no read. Built from the stored ids, bucket by bucket, while the
 * shard is already in use. Until a bucket is complete, every id in it may be known.
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

  /**
   * Reads all ids, if necessary. @param failed called with the reason if it ended early; unknown ids then keep costing
   * a read.
   */
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

  /** `undefined` until all ids were read. */
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
