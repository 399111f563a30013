/**
 * Purges mixed with writes, reads, sleep and the folding of history, in a random order. At the end, memory equals what
 * the stores restore, and no node's journal contains anything from before its last purge. WEIR_TEST_SEED and
 * WEIR_TEST_CASES select other seeds and more of them.
 */
import { ReadPart } from '@weir/cypher';
import { idFrom, type NodeId } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { DEFAULT_PERSISTENCE } from '../persistence/persistence-options.js';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';
import { SeededRandom } from '@weir/platform';

const ALL = ReadPart.Properties | ReadPart.Labels | ReadPart.EdgeCount;
const IDS: readonly NodeId[] = Array.from({ length: 3 }, (_, i) => idFrom(['purged', i])!);
const SHARDS = 4;
const { seed: first, cases } = randomTest('purges');
const seeds = Array.from({ length: cases }, (_, i) => first + i);

/** Wraps the store so that reads are slow. */
function slow(store: Persistor, later: (task: () => void) => void): Persistor {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const call = (...args: unknown[]): unknown =>
        (member as (...given: unknown[]) => unknown).apply(target, args);
      if (name !== 'readNode') return call;
      return (...args: unknown[]) => {
        const answer = call(...args);
        return new Promise(resolve => later(() => resolve(answer)));
      };
    },
  });
}

function clusterOver(stores: readonly Persistor[], seed: number, startMillis?: number): WorkerCluster {
  const cluster: WorkerCluster = new WorkerCluster({
    workers: 2,
    shards: SHARDS,
    seed,
    engineOf: () => NO_STANDING,
    persistorOf: shard => slow(stores[shard]!, task => cluster.later(task)),
    // Makes nodes sleep and wake often.
    limits: { softLimit: 1, hardLimit: 2 },
    // Everything exceeds this retention immediately, so each fold has something to do.
    persistence: { ...DEFAULT_PERSISTENCE, journalRetention: 1 },
    ...(startMillis === undefined ? {} : { startMillis }),
  });
  return cluster;
}

async function dump(cluster: WorkerCluster): Promise<unknown> {
  const session = cluster.anyWorker().session();
  const views = await cluster.until(session.reads.readNodes(IDS, ALL));
  return views.map(({ exists, properties, labels, edgeCount }) => ({
    exists,
    properties,
    labels,
    edgeCount,
  }));
}

test.each(seeds)('seed %d', async seed => {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => factory.open(`shard-${shard}`)),
  );
  const cluster = clusterOver(stores, seed);
  const random = new SeededRandom(seed);
  const work: Promise<unknown>[] = [];
  for (let i = 0; i < 60; i++) {
    const session = cluster.anyWorker().session();
    const node = IDS[random.below(IDS.length)]!;
    const choice = random.below(8);
    if (choice === 0) work.push(Promise.resolve(session.nodes.purge(node)));
    else if (choice === 1) work.push(Promise.resolve(session.nodes.sleep(node)));
    else if (choice === 5) work.push(cluster.anyWorker().foldHistory());
    else if (choice === 2) work.push(Promise.resolve(session.reads.readNodes([node], ALL)));
    else {
      session.effects.setProperty(node, `k${random.below(3)}`, i);
      if (choice === 3) session.effects.addLabels(node, ['L']);
      if (choice === 4) session.effects.createEdge(node, 'e', IDS[random.below(IDS.length)]!);
    }
    work.push(Promise.resolve(session.settled()));
    for (let steps = random.below(6); steps > 0; steps--) cluster.step();
  }
  await cluster.until(Promise.all(work));

  const before = await dump(cluster);
  const again = clusterOver(stores, seed + 1, cluster.now);
  expect(await dump(again)).toEqual(before);

  const session = again.anyWorker().session();
  session.effects.setProperty(IDS[0]!, 'last', 1);
  await again.until(Promise.resolve(session.nodes.purge(IDS[0]!)));
  const inspected = await again.until(Promise.resolve(session.nodes.inspect(IDS[0]!)));
  expect({ ...inspected, view: { ...inspected.view } }).toMatchObject({
    snapshotTime: null,
    journal: [],
    edges: [],
    view: { exists: false, properties: {}, labels: [] },
  });
  session.effects.setProperty(IDS[0]!, 'new', 2);
  await again.until(Promise.resolve(session.settled()));
  const [view] = await again.until(session.reads.readNodes([IDS[0]!], ALL));
  expect(view!.properties).toEqual({ new: 2 });
});

test('does not write back history that was read before a purge', async () => {
  const store = await createPersistorFactory({ type: 'memory' }).open('shard-0');
  let open: () => void = () => undefined;
  const gate = new Promise<void>(resolve => (open = resolve));
  let asked: () => void = () => undefined;
  const wasAsked = new Promise<void>(resolve => (asked = resolve));
  // Only folding reads the state at a time.
  const gated: Persistor = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name !== 'readNode')
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return async (id: NodeId, asOf?: number) => {
        const answer = await target.readNode(id, asOf);
        if (asOf === undefined) return answer;
        asked();
        await gate;
        return answer;
      };
    },
  });
  const cluster = new WorkerCluster({
    workers: 1,
    shards: 1,
    seed: 1,
    engineOf: () => NO_STANDING,
    persistorOf: () => gated,
    persistence: { ...DEFAULT_PERSISTENCE, journalRetention: 1 },
  });
  const session = cluster.anyWorker().session();
  for (let i = 0; i < 3; i++) {
    session.effects.setProperty(IDS[0]!, 'k', i);
    await cluster.until(Promise.resolve(session.settled()));
  }
  for (const end = cluster.now + 10; cluster.now < end; cluster.step()) cluster.later(() => undefined);
  const folded = cluster.anyWorker().foldHistory();
  await cluster.until(wasAsked);
  await cluster.until(Promise.resolve(session.nodes.purge(IDS[0]!)));
  open();
  expect(await cluster.until(folded)).toBe(0);
  expect(await store.readNode(IDS[0]!)).toBeUndefined();
});
