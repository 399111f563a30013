/** Which shards a process follows that does not follow all, and of which of them it has the data. */
import { partitionOf, shardOf } from '../contract/partition-copies.js';

export class CopiedShards {
  /** Resolves when all shards named first are caught up. */
  readonly upToDate: Promise<void>;
  private reportUpToDate!: () => void;
  private readonly followed = new Set<number>();
  private readonly open = new Set<number>();
  /** Shards that were caught up, and were followed or open since then. */
  private readonly has = new Set<number>();
  /** Shards that are not caught up; `undefined` until some are named. */
  private lacking: Set<number> | undefined;

  constructor(private readonly count: number) {
    this.upToDate = new Promise(resolve => (this.reportUpToDate = resolve));
  }

  /** Shards whose data this process has, ascending. */
  get present(): readonly number[] {
    return [...new Set([...this.has, ...this.open])].sort((a, b) => a - b);
  }

  /** Shards that workers of this process host, ascending. */
  get hosted(): readonly number[] {
    return [...this.open].sort((a, b) => a - b);
  }

  /** @returns the partitions that have to be followed from now on, and those that do not. Open ones remain open. */
  keep(shards: readonly number[]): { readonly begun: readonly string[]; readonly ended: readonly string[] } {
    const wanted = new Set(shards);
    const closed = Array.from({ length: this.count }, (_, shard) => shard).filter(
      shard => !this.open.has(shard),
    );
    const begun = closed.filter(shard => wanted.has(shard) && !this.followed.has(shard));
    const ended = closed.filter(shard => !wanted.has(shard) && this.followed.has(shard));
    for (const shard of begun) this.followed.add(shard);
    for (const shard of ended) {
      this.followed.delete(shard);
      this.has.delete(shard);
    }
    this.lacking ??= new Set(shards.filter(shard => !this.has.has(shard)));
    this.checkLacking();
    return { begun: begun.map(partitionOf), ended: ended.map(partitionOf) };
  }

  /** A worker that opens a partition gets all of its data. */
  opened(partitions: readonly string[]): void {
    for (const shard of shardsIn(partitions)) {
      this.followed.delete(shard);
      this.open.add(shard);
      this.found(shard);
    }
  }

  /** They are followed, at least until the next `keep`; perhaps they could not be opened. */
  closed(partitions: readonly string[]): void {
    for (const shard of shardsIn(partitions)) {
      this.open.delete(shard);
      this.followed.add(shard);
    }
  }

  /** @returns whether this process did not have the data before. */
  caughtUp(partition: string): boolean {
    const [shard] = shardsIn([partition]);
    if (shard === undefined || !this.followed.has(shard) || this.has.has(shard)) return false;
    this.has.add(shard);
    this.found(shard);
    return true;
  }

  private found(shard: number): void {
    this.lacking?.delete(shard);
    this.checkLacking();
  }

  private checkLacking(): void {
    if (this.lacking?.size === 0) this.reportUpToDate();
  }
}

function shardsIn(partitions: readonly string[]): readonly number[] {
  return partitions.map(shardOf).filter(shard => shard !== undefined);
}
