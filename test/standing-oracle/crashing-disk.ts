/**
 * Simulates the disk of one worker across crashes: its shards' stores, behind a write cache. Everything that the worker
 * writes in one turn becomes durable at one later moment, or, if the worker dies before, not at all. Reads may be
 * delayed.
 */
import type { WorkerCluster, SeededRandom } from '@weir/graph/testing';
import type { Persistor, RecentWrite, StoredNode } from '@weir/persistor';

export class CrashingDisk {
  /** Pending writes, in order. */
  private cached: (() => void)[] = [];
  private isDead = false;

  constructor(
    private readonly cluster: () => WorkerCluster,
    private readonly random: SeededRandom,
  ) {}

  /** A shard's store, as seen by the worker until it dies. */
  mount(store: Persistor): Persistor {
    const behindCache: Partial<Persistor> = {
      supports: { ...store.supports, durable: true },
      write: group => this.write(() => store.write(group)),
      foldHistory: snapshots => this.write(() => store.foldHistory(snapshots)),
      putMetadata: (key, value) => this.write(() => store.putMetadata(key, value)),
      forgetRecent: before => this.write(() => store.forgetRecent(before)),
      readNode: (id, asOf) => {
        const stored = store.readNode(id, asOf) as StoredNode | undefined;
        return stored === undefined ? undefined : (this.readLater(stored) ?? stored);
      },
      // A store that ends with its process does not track recent writes: everything may be recent.
      recentWrites: () => (store.supports.durable ? store.recentWrites() : allWrites(store)),
      close: () => Promise.resolve(),
    };
    return new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(name in behindCache ? behindCache : target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  /** The worker has died: none of its writes reach the stores any more. */
  die(): void {
    this.isDead = true;
    this.cached = [];
  }

  private write(task: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.isDead) return;
      if (this.cached.length === 0) this.cluster().later(() => this.flush());
      this.cached.push(() => void task().then(resolve, reject));
    });
  }

  /** `undefined`: no delay. */
  private readLater<T>(value: T): Promise<T> | undefined {
    if (this.random.chance(0.7)) return undefined;
    return new Promise(resolve => {
      if (!this.isDead) this.cluster().later(() => resolve(value));
    });
  }

  private flush(): void {
    const tasks = this.cached;
    this.cached = [];
    for (const task of tasks) task();
  }
}

async function* allWrites(store: Persistor): AsyncGenerator<readonly RecentWrite[]> {
  const end = store.markWrites();
  for await (const ids of store.nodeIds()) {
    for (const id of ids) {
      const journal = await store.readJournal(id, 0);
      yield journal.length > 0
        ? journal.map(({ time }) => ({ id, time, isEntry: true, end }))
        : [{ id, time: 1, isEntry: false, end }];
    }
  }
}
