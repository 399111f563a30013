import { TestEnvironment } from '@weir/model/testing';
import { HeapWatch, type WatchedShard } from './heap-watch.js';

const SOFT_LIMIT = 100_000;

/** A heap of which a part is always there, and each node takes its share; a full collection finds what lives. */
class Heap {
  readonly environment = new TestEnvironment();
  readonly shards: (WatchedShard & { nodes: { size: number } })[];
  private readonly watch: HeapWatch;

  constructor(
    private readonly limit: number,
    softLimit: number | undefined,
  ) {
    const limits = softLimit === undefined ? undefined : { softLimit };
    this.shards = [0, 1].map(() => ({ nodes: { size: 0 }, limits, mostAwake: Number.POSITIVE_INFINITY }));
    this.watch = new HeapWatch(this.shards, 0, this.environment);
  }

  /** As many nodes want to be awake as may. @returns the part of the heap that lives. */
  fill(wanted: number, bytesPerNode: number): number {
    let live = 0.2 * this.limit;
    for (const { nodes, limits, mostAwake } of this.shards) {
      nodes.size = Math.min(wanted, limits?.softLimit ?? wanted, mostAwake);
      live += nodes.size * bytesPerNode;
    }
    const part = live / this.limit;
    this.watch.collected(part);
    return part;
  }

  get levels(): string {
    return this.environment.logged.map(({ level }) => level).join(' ');
  }
}

test('where the limits on nodes fit into the heap, they hold', () => {
  const heap = new Heap(1e9, SOFT_LIMIT);
  for (let i = 0; i < 10; i++) heap.fill(1e6, 1_000);
  expect(heap.shards.map(({ nodes }) => nodes.size)).toEqual([SOFT_LIMIT, SOFT_LIMIT]);
  expect(heap.levels).toBe('');
});

test('of larger nodes there are fewer awake, and as many as before when they have gone', () => {
  const heap = new Heap(1e9, SOFT_LIMIT);
  let part = 0;
  for (let i = 0; i < 10; i++) part = heap.fill(1e6, 10_000);
  expect(part).toBeGreaterThan(0.4);
  expect(part).toBeLessThanOrEqual(0.6);
  expect(heap.levels).toBe('warn');
  for (let i = 0; i < 20; i++) heap.fill(1e6, 500);
  expect(heap.shards.map(({ nodes }) => nodes.size)).toEqual([SOFT_LIMIT, SOFT_LIMIT]);
  expect(heap.levels).toBe('warn info');
});

test('without a limit on nodes the heap sets one while it is full', () => {
  const heap = new Heap(1e8, undefined);
  for (let i = 0; i < 10; i++) heap.fill(1e6, 1_000);
  expect(heap.shards[0]!.nodes.size).toBeLessThan(25_000);
  heap.fill(100, 1_000);
  for (let i = 0; i < 40; i++) heap.fill(1_000, 1_000);
  expect(heap.shards[0]!.mostAwake).toBe(Number.POSITIVE_INFINITY);
});

test('what fills the heap beside nodes leaves a hundred of each shard awake', () => {
  const heap = new Heap(1e6, SOFT_LIMIT);
  for (let i = 0; i < 50; i++) heap.fill(1e6, 1e5);
  expect(heap.shards.map(({ nodes }) => nodes.size)).toEqual([100, 100]);
});
