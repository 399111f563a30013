/**
 * Sessions over several workers in one thread. One session reads what another wrote, whatever the layout and the order
 * in which frames arrive; and a graph reopened from its stores is the same graph.
 */
import { ReadPart, type GraphSession } from '@weir/cypher';
import { idFrom, type NodeId, type ValueMap } from '@weir/model';
import { createPersistorFactory, type Persistor, type ScanOptions } from '@weir/persistor';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';
import { SeededRandom } from '@weir/platform';

const ALL = ReadPart.Properties | ReadPart.Labels | ReadPart.EdgeCount;
const seed = Number(process.env.WEIR_TEST_SEED ?? 3);

function node(number: number): NodeId {
  return idFrom(['node', number])!;
}

async function openStores(shards: number): Promise<Persistor[]> {
  const factory = createPersistorFactory({ type: 'memory' });
  return Promise.all(Array.from({ length: shards }, (_, shard) => factory.open(`shard-${shard}`)));
}

function clusterOver(stores: readonly Persistor[], workers: number): WorkerCluster {
  return new WorkerCluster({
    workers,
    shards: stores.length,
    seed,
    engineOf: () => NO_STANDING,
    persistorOf: shard => stores[shard]!,
  });
}

/** The whole graph as plain data, read through a session. */
async function dump(cluster: WorkerCluster, session: GraphSession, ids: readonly NodeId[]): Promise<unknown> {
  const views = await cluster.until(session.reads.readNodes(ids, ALL));
  const edges = await cluster.until(
    session.reads.expand({ nodes: ids, direction: undefined, labels: undefined }),
  );
  return views.map((view, i) => ({
    exists: view.exists,
    properties: view.properties,
    labels: view.labels,
    edges: edges[i]!.map(e => `${e.direction} ${e.label} ${ids.indexOf(e.other)}`).sort(),
  }));
}

const IDS = Array.from({ length: 12 }, (_, i) => node(i));

/** Writes that can be repeated, and reordered between nodes, without changing the result. */
function writeSomething(session: GraphSession, random: SeededRandom): void {
  for (let i = 0; i < 40; i++) {
    const from = random.below(IDS.length);
    const to = (from + 1 + random.below(3)) % IDS.length;
    const properties: ValueMap = { number: from, name: `n${from}` };
    session.effects.mergeProperties(IDS[from]!, properties);
    session.effects.addLabels(IDS[from]!, [from % 2 === 0 ? 'Even' : 'Odd']);
    session.effects.createEdge(IDS[from]!, 'next', IDS[to]!);
  }
}

const layouts = [
  { shards: 1, workers: 1 },
  { shards: 2, workers: 1 },
  { shards: 8, workers: 1 },
  { shards: 2, workers: 2 },
  { shards: 8, workers: 2 },
  { shards: 8, workers: 3 },
];

async function writtenBy(layout: { shards: number; workers: number }): Promise<unknown> {
  const cluster = clusterOver(await openStores(layout.shards), layout.workers);
  const random = new SeededRandom(seed);
  for (let i = 0; i < 4; i++) {
    const session = cluster.workers[i % layout.workers]!.session();
    writeSomething(session, random);
    await cluster.until(session.settled());
  }
  return dump(cluster, cluster.anyWorker().session(), IDS);
}

describe('the graph over workers and shards', () => {
  test.each(layouts)('is the same with $shards shards on $workers workers', async layout => {
    expect(await writtenBy(layout)).toEqual(await writtenBy({ shards: 1, workers: 1 }));
  });

  test.each(layouts)('is restored from its stores: $shards shards, $workers workers', async layout => {
    const stores = await openStores(layout.shards);
    const before = clusterOver(stores, layout.workers);
    const session = before.anyWorker().session();
    writeSomething(session, new SeededRandom(seed));
    await before.until(session.settled());
    const expected = await dump(before, before.anyWorker().session(), IDS);
    const after = clusterOver(stores, layout.workers);
    expect(await dump(after, after.anyWorker().session(), IDS)).toEqual(expected);
  });

  test('a session sees its own writes before they are durable', async () => {
    const cluster = clusterOver(await openStores(8), 3);
    const session = cluster.workers[0]!.session();
    for (const id of IDS) session.effects.setProperty(id, 'a', 1);
    const views = await cluster.until(session.reads.readNodes(IDS, ALL));
    expect(views.map(view => view.properties.a)).toEqual(IDS.map(() => 1));
    await cluster.until(session.settled());
  });

  test('writing the same data again emits no events', async () => {
    const stores = await openStores(2);
    const cluster = clusterOver(stores, 2);
    const write = async (): Promise<void> => {
      const session = cluster.workers[0]!.session();
      writeSomething(session, new SeededRandom(seed));
      await cluster.until(session.settled());
    };
    const entries = async (): Promise<number> => {
      let count = 0;
      for (const store of stores) {
        for await (const ids of store.nodeIds()) {
          for (const id of ids) count += (await store.readNode(id))!.journal.length;
        }
      }
      return count;
    };
    await write();
    const once = await entries();
    await write();
    expect(await entries()).toBe(once);
  });

  test('a detached delete also removes the other halves of all edges', async () => {
    const cluster = clusterOver(await openStores(8), 3);
    const session = cluster.workers[0]!.session();
    for (const id of IDS.slice(1)) session.effects.createEdge(IDS[0]!, 'to', id);
    session.effects.deleteNode(IDS[0]!, true);
    const edges = await cluster.until(
      session.reads.expand({ nodes: IDS, direction: undefined, labels: undefined }),
    );
    expect(edges.flat()).toEqual([]);
    const [deleted] = await cluster.until(session.reads.readNodes([IDS[0]!], ALL));
    expect(deleted!.exists).toBe(false);
  });

  test('a node with edges is not deleted without DETACH', async () => {
    const cluster = clusterOver(await openStores(2), 2);
    const session = cluster.workers[0]!.session();
    session.effects.createEdge(IDS[0]!, 'to', IDS[1]!);
    session.effects.deleteNode(IDS[0]!, false);
    await expect(cluster.until(session.settled())).rejects.toMatchObject({
      code: 'cypher.constraint-violation',
    });
    const [kept] = await cluster.until(cluster.workers[1]!.session().reads.readNodes([IDS[0]!], ALL));
    expect(kept!.exists).toBe(true);
  });

  test('counters include every increment, from any worker', async () => {
    const cluster = clusterOver(await openStores(4), 2);
    const add = (worker: number): Promise<unknown> => {
      const session = cluster.workers[worker]!.session();
      const operation = { kind: 'add-integer', key: 'count', amount: 1, caller: 'int.add' } as const;
      return Promise.resolve(
        session.nodes.operate(
          IDS,
          IDS.map(() => operation),
        ),
      );
    };
    await cluster.until(Promise.all([add(0), add(1), add(0), add(1), add(1)]));
    const views = await cluster.until(cluster.workers[0]!.session().reads.readNodes(IDS, ALL));
    expect(views.map(view => view.properties.count)).toEqual(IDS.map(() => 5));
  });

  test('a scan finds every node once, on all workers', async () => {
    const stores = await openStores(8);
    const writing = clusterOver(stores, 3);
    const session = writing.workers[1]!.session();
    writeSomething(session, new SeededRandom(seed));
    await writing.until(session.settled());
    const scanAll = async (cluster: WorkerCluster): Promise<NodeId[]> => {
      const found: NodeId[] = [];
      for await (const page of cluster.workers[0]!.session().reads.scan({ parts: 0 }))
        found.push(...page.map(view => view.id));
      return found.sort();
    };
    const written = IDS.filter((_, i) => i >= 0).sort();
    expect(await writing.until(scanAll(writing))).toEqual(written);
  });

  test('a scan visits a node that wakes while it runs, and only once', async () => {
    const cluster = clusterOver(await openStores(1), 1);
    const shard = cluster.workers[0]!.shards[0]!;
    const session = cluster.workers[0]!.session();
    for (const id of IDS) session.effects.createNode(id);
    await cluster.until(session.settled());
    for (const id of IDS.slice(0, 6)) await cluster.until(cluster.workers[0]!.sleep(id));
    expect(shard.nodes.size).toBe(6);
    const found: NodeId[] = [];
    const scan = async (): Promise<void> => {
      for await (const page of cluster.workers[0]!.session().reads.scan({ parts: 0 })) {
        found.push(...page.map(view => view.id));
        await cluster.workers[0]!.session().reads.readNodes(IDS, ALL);
      }
    };
    await cluster.until(scan());
    expect(found.sort()).toEqual([...IDS].sort());
  });

  test('a scan that is abandoned early reads at most its first pages', async () => {
    const stores = await openStores(2);
    const writing = clusterOver(stores, 2);
    const session = writing.workers[0]!.session();
    for (let i = 0; i < 20_000; i++) session.effects.setProperty(node(i), 'i', i);
    await writing.until(session.settled());
    let read = 0;
    const counting = stores.map(
      store =>
        Object.create(store, {
          scanNodes: {
            async *value(options: ScanOptions) {
              for await (const batch of store.scanNodes(options)) {
                read += batch.length;
                yield batch;
              }
            },
          },
        }) as Persistor,
    );
    // Over a store that is not durable, a shard looks for sleepers only after it put some to sleep.
    const cluster = clusterOver(counting, 2);
    for (const worker of cluster.workers) for (const shard of worker.shards) shard.counters.slept++;
    const scan = async (): Promise<void> => {
      for await (const page of cluster.workers[0]!.session().reads.scan({ parts: 0 }))
        if (page.length > 0) break;
    };
    await cluster.until(scan());
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(5000);
  });

  test('nodes past the limit sleep, wake when needed, and keep their state', async () => {
    const run = async (softLimit: number): Promise<unknown> => {
      const cluster = clusterOver(await openStores(2), 2);
      const shards = cluster.workers.flatMap(worker => worker.shards);
      for (const shard of shards) shard.limits = { softLimit, hardLimit: 100 };
      const random = new SeededRandom(seed);
      for (let round = 0; round < 3; round++) {
        const session = cluster.anyWorker().session();
        writeSomething(session, random);
        await cluster.until(session.settled());
      }
      await cluster.settle();
      for (const shard of shards) expect(shard.nodes.size).toBeLessThanOrEqual(softLimit);
      expect(shards.reduce((sum, shard) => sum + shard.nodes.size + shard.asleep!, 0)).toBe(IDS.length);
      let scanned = 0;
      const scan = async (): Promise<void> => {
        for await (const page of cluster.anyWorker().session().reads.scan({ parts: 0 }))
          scanned += page.length;
      };
      await cluster.until(scan());
      expect(scanned).toBe(IDS.length);
      return dump(cluster, cluster.anyWorker().session(), IDS);
    };
    expect(await run(2)).toEqual(await run(100));
  });

  test('the past is readable unchanged, and rejects writes', async () => {
    const cluster = clusterOver(await openStores(2), 2);
    const write = async (value: number): Promise<number> => {
      const session = cluster.workers[0]!.session();
      session.effects.setProperty(IDS[0]!, 'v', value);
      await cluster.until(session.settled());
      const now = cluster.workers[0]!.environment.clock.now();
      return now;
    };
    const first = await write(1);
    while (cluster.workers[0]!.environment.clock.now() <= first + 1) {
      await cluster.until(cluster.workers[0]!.session().reads.readNodes(IDS, ALL));
    }
    await write(2);
    const past = cluster.workers[1]!.session(first);
    const [then] = await cluster.until(past.reads.readNodes([IDS[0]!], ALL));
    expect(then!.properties).toEqual({ v: 1 });
    expect(() => past.effects.setProperty(IDS[0]!, 'v', 3)).toThrow(
      expect.objectContaining({ code: 'graph.historical-write' }),
    );
  });
});
