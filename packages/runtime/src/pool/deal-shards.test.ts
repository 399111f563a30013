/** Shards are distributed evenly, with as few moves as possible, compared with all possible distributions. */
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { dealShards, holdersBefore, type ShardHolder } from './deal-shards.js';

const { cases, seed } = randomTest('shards dealt');
const MOST_SHARDS = 7;
const MOST_WORKERS = 4;
const PROCESSES = [undefined, 'one', 'two', 'three'];

/** Some processes, with some workers each, in any order; the owner has at least one. */
function holdersOf(random: SeededRandom, most: number): ShardHolder[] {
  const counts = PROCESSES.map((_, i) => (i === 0 ? 1 + random.below(2) : random.below(3)));
  const all = PROCESSES.flatMap((process, i) =>
    Array.from({ length: counts[i]! }, (_, nth) => ({ process, nth, rank: random.next() + nth })),
  );
  const holders = all.sort((a, b) => a.rank - b.rank).slice(0, most);
  return holders.map(({ process, nth }) => ({ process, nth }));
}

function isSame(a: ShardHolder | undefined, b: ShardHolder): boolean {
  return a?.process === b.process && a?.nth === b.nth;
}

function countsOf(dealt: readonly number[], workers: number): number[] {
  return Array.from({ length: workers }, (_, worker) => dealt.filter(each => each === worker).length);
}

function isEven(counts: readonly number[]): boolean {
  return Math.max(...counts) - Math.min(...counts) <= 1;
}

/** Maximum number of shards that can stay, found by trying all distributions. */
function mostThatStay(
  shards: number,
  holders: readonly ShardHolder[],
  before: readonly (ShardHolder | undefined)[],
) {
  let most = -1;
  for (let way = 0; way < holders.length ** shards; way++) {
    const dealt = Array.from(
      { length: shards },
      (_, shard) => Math.floor(way / holders.length ** shard) % holders.length,
    );
    if (isEven(countsOf(dealt, holders.length))) most = Math.max(most, staying(dealt, holders, before));
  }
  return most;
}

function staying(
  dealt: readonly number[],
  holders: readonly ShardHolder[],
  before: readonly (ShardHolder | undefined)[],
) {
  return dealt.filter((worker, shard) => isSame(before[shard], holders[worker]!)).length;
}

test(`distributes shards evenly and keeps as many as possible, in ${cases} consecutive pools, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  let shards = 0;
  let before: (ShardHolder | undefined)[] = [];
  for (let pool = 0; pool < cases; pool++) {
    // Starts another graph now and then.
    if (pool % 10 === 0) [shards, before] = [1 + random.below(MOST_SHARDS), []];
    const holders = holdersOf(random, Math.min(shards, MOST_WORKERS));
    const dealt = dealShards(shards, holders, before);
    const where = JSON.stringify({ pool, shards, holders, before, dealt });
    expect([where, isEven(countsOf(dealt, holders.length))]).toEqual([where, true]);
    expect([where, staying(dealt, holders, before)]).toEqual([where, mostThatStay(shards, holders, before)]);
    before = dealt.map(worker => holders[worker]);
  }
});

const OWN = { process: undefined, nth: 0 };
const ONE = { process: 'one', nth: 0 };
const ONE_MORE = { process: 'one', nth: 1 };
const TWO = { process: 'two', nth: 0 };

test('without an earlier assignment, assigns shards to workers in turns', () => {
  expect(dealShards(7, [OWN, ONE, TWO])).toEqual([0, 1, 2, 0, 1, 2, 0]);
});

test('a joining process takes the shards it needs evenly from others, and they are spread when it leaves', () => {
  const redealt = dealShards(6, [OWN, TWO, ONE], [OWN, ONE, OWN, ONE, OWN, ONE]);
  expect(redealt).toEqual([0, 2, 0, 2, 1, 1]);
  expect(dealShards(6, [OWN, ONE], [OWN, ONE, OWN, ONE, TWO, TWO])).toEqual([0, 1, 0, 1, 0, 1]);
});

test('a shard that cannot stay with its worker stays in its process if there is room', () => {
  expect(dealShards(4, [OWN, ONE_MORE, ONE, TWO], [ONE, ONE, OWN, TWO])).toEqual([2, 1, 0, 3]);
});

test(`gives shards only to processes that have them, if there are any, in ${cases} cases, seed ${seed}`, () => {
  const random = new SeededRandom(seed);
  for (let pool = 0; pool < cases; pool++) {
    const shards = 1 + random.below(30);
    const holders = holdersOf(random, MOST_WORKERS);
    const copies = Array.from({ length: shards }, () => PROCESSES.filter(() => random.chance(0.4)));
    const has = (process: string | undefined, shard: number) => copies[shard]!.includes(process);
    const stays = (shard: number): ShardHolder | undefined =>
      holders.find(({ process }) => has(process, shard) && random.chance(0.5));
    const before = copies.map((_, shard) => stays(shard));
    const dealt = dealShards(shards, holders, before, has);
    const counts = countsOf(dealt, holders.length);
    for (const [shard, worker] of dealt.entries()) {
      const able = [...holders.keys()].filter(each => has(holders[each]!.process, shard));
      const where = JSON.stringify({ pool, shard, able, dealt });
      if (able.length > 0) expect([where, able.includes(worker)]).toEqual([where, true]);
      // No single move makes the numbers more even.
      for (const other of able) expect([where, counts[worker]! - counts[other]! <= 1]).toEqual([where, true]);
    }
  }
});

test('identifies earlier owners by the workers of each process, in the order of their numbers', () => {
  const locations = [
    { worker: 2, process: 'one', shards: [2, 5], lag: undefined },
    { worker: 1, process: 'one', shards: [1, 4], lag: undefined },
    { worker: 0, process: undefined, shards: [0, 3], lag: undefined },
  ];
  expect(holdersBefore(locations)).toEqual([OWN, ONE, ONE_MORE, OWN, ONE, ONE_MORE]);
});
