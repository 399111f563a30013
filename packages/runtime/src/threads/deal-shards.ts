/**
 * Assigns shards to workers. The numbers of shards of two workers differ by at most one. Within that limit, as many
 * shards as possible stay with their workers, and the others in their processes if there is room. Without an earlier
 * assignment, shards are assigned to workers in turns.
 */
import type { WorkerLocation } from '@weir/contract';

/** Identifies a worker across pools of workers. */
export interface ShardHolder {
  /** `undefined`: this process. */
  readonly process: string | undefined;
  /** Index among the workers of its process. */
  readonly nth: number;
}

/**
 * @param holders workers, indexed by number, at least one.
 * @param before earlier holder of each shard; at most as many as there are shards.
 * @returns for each shard, the number of its worker.
 */
export function dealShards(
  shards: number,
  holders: readonly ShardHolder[],
  before: readonly (ShardHolder | undefined)[] = [],
): number[] {
  const numbers = new Map(holders.map((holder, worker) => [keyOf(holder), worker]));
  const had: number[][] = holders.map(() => []);
  for (const [shard, holder] of before.entries()) {
    const worker = holder && numbers.get(keyOf(holder));
    if (worker !== undefined) had[worker]!.push(shard);
  }
  const room = roomFor(
    shards,
    had.map(({ length }) => length),
  );
  const dealt: (number | undefined)[] = new Array<undefined>(shards).fill(undefined);
  const filled = holders.map(() => 0);
  const give = (shard: number, worker: number): void => {
    dealt[shard] = worker;
    filled[worker]!++;
  };
  for (const [worker, own] of had.entries())
    for (const shard of own.slice(0, room[worker])) give(shard, worker);
  const emptiest = (isFit: (holder: ShardHolder) => boolean): number | undefined => {
    let found: number | undefined;
    for (const [worker, holder] of holders.entries()) {
      if (filled[worker]! >= room[worker]! || !isFit(holder)) continue;
      if (found === undefined || filled[worker]! < filled[found]!) found = worker;
    }
    return found;
  };
  for (const [shard, holder] of before.entries()) {
    if (dealt[shard] !== undefined || holder === undefined) continue;
    const worker = emptiest(({ process }) => process === holder.process);
    if (worker !== undefined) give(shard, worker);
  }
  return dealt.map((worker, shard) => {
    if (worker !== undefined) return worker;
    const next = emptiest(() => true)!;
    give(shard, next);
    return next;
  });
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

/** If shards cannot be divided evenly, workers that had more may keep one more; then the first ones. */
function roomFor(shards: number, had: readonly number[]): number[] {
  const least = Math.floor(shards / had.length);
  let odd = shards % had.length;
  const room = had.map(count => {
    if (count <= least || odd === 0) return least;
    odd--;
    return least + 1;
  });
  for (let worker = 0; odd > 0; worker++) {
    if (room[worker] !== least) continue;
    room[worker] = least + 1;
    odd--;
  }
  return room;
}

function keyOf({ process, nth }: ShardHolder): string {
  return `${nth} ${process ?? ''}`;
}
