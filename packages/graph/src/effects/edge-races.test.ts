/**
 * Sessions that create and delete the same edges and nodes at the same time, with frames arriving in any order. When
 * everything is settled, both ends of every edge agree, including on its properties. WEIR_TEST_SEED and WEIR_TEST_CASES
 * select other races and more of them.
 */
import { idFrom, type NodeId } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { halfEdgeMismatches } from '../testing/half-edge-mismatches.js';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';

const { seed: SEED, cases: CASES } = randomTest('edge races');
const IDS: readonly NodeId[] = Array.from({ length: 4 }, (_, i) => idFrom(['racer', i])!);
const SESSIONS = 3;
const STEPS = 30;
const MILLIS_PER_CASE = 500;

describe.each([
  { workers: 1, shards: 2 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
])('with $shards shards on $workers workers', ({ workers, shards }) => {
  test(
    `agrees at both ends after ${CASES} races from seed ${SEED}`,
    async () => {
      for (let seed = SEED; seed < SEED + CASES; seed++) {
        const alone = await raceOnce(workers, shards, seed);
        if (alone.length > 0) throw new Error(`seed ${seed}: ${alone.join('; ')}`);
      }
    },
    CASES * MILLIS_PER_CASE,
  );
});

async function raceOnce(workers: number, shards: number, seed: number): Promise<string[]> {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores: Persistor[] = [];
  for (let shard = 0; shard < shards; shard++) stores.push(await factory.open(`shard-${shard}`));
  const cluster = new WorkerCluster({
    workers,
    shards,
    seed,
    engineOf: () => NO_STANDING,
    persistorOf: shard => stores[shard]!,
  });
  const { random } = cluster;
  // Deletions hide other differences.
  const deletes = random.chance(0.6);
  const limits = random.chance(0.5) ? { softLimit: 1, hardLimit: 2 } : undefined;
  for (const worker of cluster.workers) for (const shard of worker.shards) shard.limits = limits;
  const sessions = Array.from({ length: SESSIONS }, () => cluster.anyWorker().session());
  for (let step = 0; step < STEPS; step++) {
    const session = random.pick(sessions);
    const from = random.pick(IDS);
    const to = random.pick(IDS);
    const choice = random.next();
    if (choice < 0.2) session.effects.createEdge(from, 'e', to);
    else if (choice < 0.3) session.effects.createEdge(from, 'e', to, { p: step });
    else if (choice < 0.6)
      session.effects.setEdgeProperty(from, 'e', to, random.pick(['p', 'q']), random.pick([step, null]));
    else if (!deletes) session.effects.setEdgeProperty(from, 'e', to, 'p', step);
    else if (choice < 0.8) session.effects.deleteEdge(from, 'e', to);
    else session.effects.deleteNode(from, true);
    if (random.chance(0.6)) session.flush();
    for (let steps = random.below(6); steps > 0; steps--) cluster.step();
    if (random.chance(0.2)) await new Promise(resolve => setImmediate(resolve));
  }
  await cluster.until(Promise.all(sessions.map(async session => session.settled())));
  await cluster.settle();
  return halfEdgeMismatches(cluster, cluster.anyWorker().session(), IDS);
}

/** More than are removed in one step. */
const HUB_EDGES = 5_000;
const HUB = IDS[0]!;
const NEIGHBORS: readonly NodeId[] = Array.from({ length: HUB_EDGES }, (_, i) => idFrom(['neighbor', i])!);

describe.each([
  { workers: 1, shards: 2, isTight: true },
  { workers: 3, shards: 4, isTight: false },
])('a node with very many edges, $shards shards on $workers workers', ({ workers, shards, isTight }) => {
  test('is deleted while others create and delete its edges, and both ends agree', async () => {
    const factory = createPersistorFactory({ type: 'memory' });
    const stores: Persistor[] = [];
    for (let shard = 0; shard < shards; shard++) stores.push(await factory.open(`shard-${shard}`));
    const cluster = new WorkerCluster({
      workers,
      shards,
      seed: SEED,
      engineOf: () => NO_STANDING,
      persistorOf: shard => stores[shard]!,
    });
    const { random } = cluster;
    const making = cluster.anyWorker().session();
    for (const neighbor of NEIGHBORS) making.effects.createEdge(HUB, 'e', neighbor);
    making.effects.createEdge(HUB, 'e', HUB);
    await cluster.until(making.settled());
    // Nodes sleep and wake during the test.
    const limits = isTight ? { softLimit: 100, hardLimit: 4_000 } : undefined;
    for (const worker of cluster.workers) for (const shard of worker.shards) shard.limits = limits;
    const deleting = cluster.anyWorker().session();
    deleting.effects.deleteNode(HUB, true);
    const settled = [cluster.until(deleting.settled())];
    const others = [cluster.anyWorker().session(), cluster.anyWorker().session()];
    for (let step = 0; step < 400; step++) {
      const session = random.pick(others);
      const neighbor = random.pick(NEIGHBORS);
      if (random.chance(0.5)) session.effects.createEdge(HUB, 'e', neighbor);
      else if (random.chance(0.5)) session.effects.createEdge(neighbor, 'e', HUB);
      else session.effects.deleteEdge(HUB, 'e', neighbor);
      if (random.chance(0.5)) session.flush();
      for (let steps = random.below(6); steps > 0; steps--) cluster.step();
      if (random.chance(0.2)) await new Promise(resolve => setImmediate(resolve));
    }
    settled.push(...others.map(session => cluster.until(Promise.resolve(session.settled()))));
    await Promise.all(settled);
    await cluster.settle();
    const reader = cluster.anyWorker().session();
    expect(await halfEdgeMismatches(cluster, reader, [HUB, ...NEIGHBORS])).toEqual([]);
    // Edges from the last writes of the others may remain; the deletion removed the rest.
    const [hub] = await cluster.until(
      reader.reads.expand({ nodes: [HUB], direction: undefined, labels: undefined }),
    );
    expect(hub!.length).toBeLessThan(400);
  });
});
