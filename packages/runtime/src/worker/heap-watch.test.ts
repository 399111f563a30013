import { TestEnvironment } from '@weir/platform/testing';
import { HeapWatch, type WatchedShard } from './heap-watch.js';

const SOFT_LIMIT = 100_000;

/** A heap with a constant part and a share for each node; a full collection finds the live part. */
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

  /**
   * Sets the number of nodes that want to be awake; as many are as the limit allows. @returns the live share of the
   * heap.
   */
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

test('keeps the node limits if they fit into the heap', () => {
  const heap = new Heap(1e9, SOFT_LIMIT);
  for (let i = 0; i < 10; i++) heap.fill(1e6, 1_000);
  expect(heap.shards.map(({ nodes }) => nodes.size)).toEqual([SOFT_LIMIT, SOFT_LIMIT]);
  expect(heap.levels).toBe('');
});

test('keeps fewer larger nodes awake, and as many as before after they are removed', () => {
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

test('without a limit on nodes, sets one while the heap is full', () => {
  const heap = new Heap(1e8, undefined);
  for (let i = 0; i < 10; i++) heap.fill(1e6, 1_000);
  expect(heap.shards[0]!.nodes.size).toBeLessThan(25_000);
  heap.fill(100, 1_000);
  for (let i = 0; i < 40; i++) heap.fill(1_000, 1_000);
  expect(heap.shards[0]!.mostAwake).toBe(Number.POSITIVE_INFINITY);
});

test('keeps a hundred nodes of each shard awake if other data fills the heap', () => {
  const heap = new Heap(1e6, SOFT_LIMIT);
  for (let i = 0; i < 50; i++) heap.fill(1e6, 1e5);
  expect(heap.shards.map(({ nodes }) => nodes.size)).toEqual([100, 100]);
});
