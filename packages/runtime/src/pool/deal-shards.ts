/**
 * Assigns shards to workers. As many shards as possible stay with their workers while the numbers of shards of two workers
 * differ by at most one. If processes have copies of some shards only, a shard is given only to a process that has one,
 * and the numbers may differ more. Without an earlier assignment, shards are assigned to workers in turns.
 */
import type { WorkerLocation } from '@weir/contract';

/** Identifies a worker across pools of workers. */
export interface ShardHolder {
  /** `undefined`: this process. */
  readonly process: string | undefined;
  /** Index among the workers of its process. */
  readonly nth: number;
}

/** Whether a process has the data of a shard. */
export type HasShard = (process: string | undefined, shard: number) => boolean;

/**
 * @param holders workers, indexed by number, at least one.
 * @param before earlier holder of each shard; at most as many as there are shards.
 * @param has default: every process has all. A shard that no process has is given to any.
 * @returns for each shard, the number of its worker.
 */
export function dealShards(
  shards: number,
  holders: readonly ShardHolder[],
  before: readonly (ShardHolder | undefined)[] = [],
  has: HasShard = () => true,
): number[] {
  const deal = new Deal(shards, holders, before, has);
  deal.keep();
  deal.give();
  deal.even();
  return deal.workerOfShard as number[];
}

class Deal {
  readonly workerOfShard: (number | undefined)[];
  /** Number of shards of each worker. */
  private readonly counts: number[];

  constructor(
    shards: number,
    private readonly holders: readonly ShardHolder[],
    private readonly before: readonly (ShardHolder | undefined)[],
    private readonly has: HasShard,
  ) {
    this.workerOfShard = new Array<undefined>(shards).fill(undefined);
    this.counts = holders.map(() => 0);
  }

  /** All shards stay whose workers still exist. */
  keep(): void {
    const numbers = new Map(this.holders.map((holder, worker) => [keyOf(holder), worker]));
    for (const [shard, holder] of this.before.entries()) {
      const worker = holder && numbers.get(keyOf(holder));
      if (worker !== undefined) this.place(shard, worker);
    }
  }

  /** The other shards are given to the workers with the fewest. */
  give(): void {
    for (const [shard, worker] of this.workerOfShard.entries())
      if (worker === undefined) this.place(shard, this.emptiest(shard));
  }

  /** Moves shards from workers with many to workers with few. */
  even(): void {
    while (this.moveOne());
  }

  /** The worker with the most shards gives one, or if none of them can move, the next worker does. */
  private moveOne(): boolean {
    const fullest = [...this.holders.keys()].sort((a, b) => this.counts[b]! - this.counts[a]!);
    for (const worker of fullest) {
      const shard = this.workerOfShard.findLastIndex(
        (holder, each) => holder === worker && this.counts[this.emptiest(each)]! + 1 < this.counts[worker]!,
      );
      if (shard === -1) continue;
      this.place(shard, this.emptiest(shard));
      return true;
    }
    return false;
  }

  private place(shard: number, worker: number): void {
    const earlier = this.workerOfShard[shard];
    if (earlier !== undefined) this.counts[earlier]!--;
    this.workerOfShard[shard] = worker;
    this.counts[worker]!++;
  }

  /** Returns a worker with the fewest shards, of those that have this one, preferably in the process where it was. */
  private emptiest(shard: number): number {
    const there = this.before[shard];
    const able = [...this.holders.keys()].filter(worker => this.has(this.holders[worker]!.process, shard));
    const isThere = (worker: number): number =>
      there !== undefined && this.holders[worker]!.process === there.process ? 1 : 0;
    return (able.length > 0 ? able : [...this.holders.keys()]).reduce((best, worker) => {
      const more = this.counts[worker]! - this.counts[best]!;
      return more < 0 || (more === 0 && isThere(worker) > isThere(best)) ? worker : best;
    });
  }
}

/** Returns the holder of each shard, in the form that `dealShards` takes. */
export function holdersBefore(locations: readonly WorkerLocation[]): (ShardHolder | undefined)[] {
  const holders: (ShardHolder | undefined)[] = [];
  const counts = new Map<string | undefined, number>();
  for (const { process, shards } of [...locations].sort((a, b) => a.worker - b.worker)) {
    const nth = counts.get(process) ?? 0;
    counts.set(process, nth + 1);
    for (const shard of shards) holders[shard] = { process, nth };
  }
  return holders;
}

function keyOf({ process, nth }: ShardHolder): string {
  return `${nth} ${process ?? ''}`;
}
