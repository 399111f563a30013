/**
 * Readers of edges during the recovery after a crash see the same as after it, however often and whenever they read: an
 * edge with only one written half is never shown, at neither end. WEIR_TEST_CRASH_SEED and WEIR_TEST_CRASH_CASES choose
 * other runs and more.
 */
import { SeededRandom } from '@weir/graph/testing';
import { idFrom, type NodeId } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import { CrashingCluster } from './crashing-cluster.js';

const { seed: SEED, cases: CASES } = randomTest('reads while recovering');
const MILLIS_PER_CASE = 1_000;
const IDS: readonly NodeId[] = Array.from({ length: 12 }, (_, i) => idFrom(['read', i])!);
const WRITES = 60;
const READS = 25;

async function resume(crashing: CrashingCluster, random: SeededRandom, steps: number): Promise<void> {
  for (let step = random.below(steps); step > 0; step--) {
    if (random.chance(0.1)) crashing.checkpoint();
    crashing.cluster.step();
    if (random.chance(0.3)) await new Promise<void>(resolve => setImmediate(resolve));
  }
}

async function writeAndCrash(crashing: CrashingCluster, random: SeededRandom): Promise<void> {
  const sessions = [0, 1].map(() => crashing.cluster.anyWorker().session());
  for (let write = random.below(WRITES); write >= 0; write--) {
    const session = random.pick(sessions);
    const [from, to] = [random.pick(IDS), random.pick(IDS)];
    if (random.chance(0.6)) session.effects.createEdge(from, 'e', to);
    else session.effects.deleteEdge(from, 'e', to);
    session.flush();
    await resume(crashing, random, 3);
  }
  await crashing.crashAndWait();
}

/** Edges of some nodes, as seen from both ends. */
async function halvesOf(crashing: CrashingCluster, nodes: readonly NodeId[]): Promise<Map<NodeId, string>> {
  const session = crashing.cluster.anyWorker().session();
  const edges = await session.reads.expand({ nodes, direction: undefined, labels: undefined });
  const lines = (node: number): string =>
    edges[node]!.map(({ direction, other }) => `${direction} ${IDS.indexOf(other)}`)
      .sort()
      .join();
  return new Map(nodes.map((node, i) => [node, lines(i)]));
}

async function runCase(workers: number, shards: number, seed: number): Promise<string[]> {
  const random = new SeededRandom(seed);
  const crashing = await CrashingCluster.create(workers, shards, random);
  await writeAndCrash(crashing, random);
  const recovery = Promise.all(crashing.cluster.workers.map(worker => worker.recover(1)));
  const reads: Promise<Map<NodeId, string>>[] = [];
  for (let read = 0; read < READS; read++) {
    const some = IDS.filter(() => random.chance(0.4));
    reads.push(halvesOf(crashing, some));
    await resume(crashing, random, 12);
  }
  await crashing.cluster.until(recovery);
  await crashing.cluster.settle();
  const early = await crashing.cluster.until(Promise.all(reads));
  const whole = await crashing.cluster.until(halvesOf(crashing, IDS));
  return early.flatMap((seen, read) =>
    [...seen]
      .filter(([node, halves]) => halves !== whole.get(node))
      .map(([node, halves]) => `read ${read} of ${IDS.indexOf(node)}: ${halves}, then ${whole.get(node)}`),
  );
}

test.each([
  { workers: 1, shards: 2 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 6 },
])(
  `${CASES} crashes from seed ${SEED}, on $shards shards of $workers workers`,
  async ({ workers, shards }) => {
    const failures: string[] = [];
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const wrong = await runCase(workers, shards, seed);
      if (wrong.length > 0) failures.push(`seed ${seed}: ${wrong.join('; ')}`);
    }
    expect(failures).toEqual([]);
  },
  60_000 + CASES * MILLIS_PER_CASE,
);
