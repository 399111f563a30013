/**
 * All workers die at a random moment of random writes, shortly after checkpoints and during them, and each shard loses
 * its unwritten data. After the restart, with writes in progress, both ends of every edge agree, and everything created
 * after the last crash exists. Mostly few nodes, so that sessions meet on the same edge. WEIR_TEST_CRASH_SEED and
 * WEIR_TEST_CRASH_CASES choose other runs and more.
 */
import type { GraphSession } from '@weir/cypher';
import { halfEdgeMismatches, type WorkerCluster, SeededRandom } from '@weir/graph/testing';
import { Direction, idFrom, type NodeId } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import { CrashingCluster } from './crashing-cluster.js';

const { seed: SEED, cases: CASES } = randomTest('half edges');
const MILLIS_PER_CASE = 1_000;
const ALL_IDS: readonly NodeId[] = Array.from({ length: 6 }, (_, i) => idFrom(['crash', i])!);
const WRITES = 25;

function writeSomething(session: GraphSession, ids: readonly NodeId[], random: SeededRandom): void {
  const from = random.pick(ids);
  const to = random.pick(ids);
  const choice = random.next();
  if (choice < 0.35) session.effects.createEdge(from, 'e', to);
  else if (choice < 0.6)
    session.effects.setEdgeProperty(from, 'e', to, 'p', random.pick([random.below(100), null]));
  else if (choice < 0.85) session.effects.deleteEdge(from, 'e', to);
  else session.effects.deleteNode(from, true);
  if (random.chance(0.6)) session.flush();
}

async function runCase(workers: number, shards: number, seed: number): Promise<string[]> {
  const random = new SeededRandom(seed);
  const ids = ALL_IDS.slice(0, random.pick([2, 2, 3, 6]));
  const checkpoints = random.pick([0.02, 0.1, 0.3]);
  const steps = random.pick([6, 20]);
  const crashing = await CrashingCluster.create(workers, shards, random);
  let background: Promise<unknown> = Promise.resolve();
  for (let life = 0; life < 3; life++) {
    const sessions = [0, 1, 2].map(() => crashing.cluster.anyWorker().session());
    for (let write = random.below(WRITES); write >= 0; write--) {
      writeSomething(random.pick(sessions), ids, random);
      for (let step = random.below(steps); step > 0; step--) {
        if (random.chance(checkpoints)) crashing.checkpoint();
        crashing.cluster.step();
        if (random.chance(0.3)) await new Promise<void>(resolve => setImmediate(resolve));
      }
    }
    background = (await crashing.crash()).recovery;
  }
  const { cluster } = crashing;
  // A reader before the end of the recovery does not see a single half either.
  const early = random.chance(0.5)
    ? await halfEdgeMismatches(cluster, cluster.anyWorker().session(), ids)
    : [];
  const missing = await createEdges(cluster, ids, random);
  await cluster.until(background);
  await cluster.settle();
  const late = await halfEdgeMismatches(cluster, cluster.anyWorker().session(), ids);
  return [...early.map(line => `early: ${line}`), ...late, ...(await missing())];
}

/** Creates edges during the recovery. @returns a function that lists missing ones. */
async function createEdges(
  cluster: WorkerCluster,
  ids: readonly NodeId[],
  random: SeededRandom,
): Promise<() => Promise<string[]>> {
  const edges = Array.from({ length: random.below(4) }, () => [random.pick(ids), random.pick(ids)] as const);
  for (const [from, to] of edges) {
    for (let step = random.below(40); step > 0; step--) {
      cluster.step();
      if (random.chance(0.3)) await new Promise<void>(resolve => setImmediate(resolve));
    }
    const session = cluster.anyWorker().session();
    session.effects.createEdge(from, 'e', to);
    session.flush();
  }
  return async () => {
    const request = { nodes: edges.map(([from]) => from), direction: Direction.Outgoing, labels: ['e'] };
    const found = await cluster.until(cluster.anyWorker().session().reads.expand(request));
    return edges
      .filter(([, to], i) => !found[i]!.some(({ other }) => other === to))
      .map(([from, to]) => `${ids.indexOf(from)} should lead to ${ids.indexOf(to)}`);
  };
}

test.each([
  { workers: 1, shards: 2 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
])(
  `${CASES} crashing runs from seed ${SEED}, on $shards shards of $workers workers`,
  async ({ workers, shards }) => {
    const failures: string[] = [];
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const alone = await runCase(workers, shards, seed);
      if (alone.length > 0) failures.push(`seed ${seed}: ${alone.join('; ')}`);
    }
    expect(failures).toEqual([]);
  },
  60_000 + CASES * MILLIS_PER_CASE,
);
