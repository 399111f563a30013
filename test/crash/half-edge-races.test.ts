/**
 * Crashes at critical moments for an edge, step by step: cases that half-edges.test.ts finds once in thousands of runs.
 * START lives on worker 0, END on worker 1, sessions mostly on the others; frames that must not arrive yet are held.
 */
import type { GraphSession } from '@weir/cypher';
import { CHECKPOINT_STEPS } from '@weir/graph';
import { halfEdgeMismatches, SeededRandom } from '@weir/graph/testing';
import { idFrom, type NodeId, shardOf } from '@weir/model';
import { CrashingCluster } from './crashing-cluster.js';

const WORKERS = 4;
const [START, END] = [0, 1].map(nodeOnWorker) as [NodeId, NodeId];
const EDGE = [START, 'e', END] as const;
/** More than the number of suspicions that are remembered while no node is queried. */
const EDGES = 33_500;
const EDGES_PER_SESSION = 4_000;

function nodeOnWorker(worker: number): NodeId {
  for (let i = 0; ; i++) {
    const id = idFrom(['race', i])!;
    if (shardOf(id, WORKERS) === worker) return id;
  }
}

async function mismatches(crashing: CrashingCluster): Promise<string[]> {
  const { cluster } = crashing;
  await cluster.settle();
  return halfEdgeMismatches(cluster, cluster.anyWorker().session(), [START, END]);
}

/** With one shard per worker. */
function open(): Promise<CrashingCluster> {
  return CrashingCluster.create(WORKERS, WORKERS, new SeededRandom(1));
}

function send(session: GraphSession, write: (session: GraphSession) => void): void {
  write(session);
  session.flush();
}

test('an edge created and removed since a checkpoint at one end, and created before it at the other', async () => {
  const crashing = await open();
  const { cluster } = crashing;
  const session = cluster.workers[2]!.session();
  cluster.hold(2, 1);
  send(session, each => each.effects.createEdge(...EDGE));
  await cluster.exhaust();
  await crashing.checkpointStep('mark');
  cluster.release(2, 1);
  await cluster.until(crashing.checkpointStep('settle'));
  cluster.hold(2, 0);
  send(session, each => each.effects.deleteEdge(...EDGE));
  await cluster.exhaust();
  await cluster.until(crashing.checkpointStep('forget'));
  const { recovery } = await crashing.crash();
  await crashing.cluster.until(recovery);
  expect(await mismatches(crashing)).toEqual([]);
});

test('an edge removed after a crash, with a checkpoint before the recovery, and created again at one end', async () => {
  const crashing = await open();
  send(crashing.cluster.workers[2]!.session(), each => each.effects.createEdge(...EDGE));
  await crashing.cluster.exhaust();
  await crashing.crashAndWait();
  const { cluster } = crashing;
  const session = cluster.workers[2]!.session();
  send(session, each => each.effects.deleteEdge(...EDGE));
  await cluster.exhaust();
  for (const step of CHECKPOINT_STEPS) await cluster.until(crashing.checkpointStep(step));
  cluster.hold(2, 1);
  send(session, each => each.effects.createEdge(...EDGE));
  await cluster.exhaust();
  const { recovery } = await crashing.crash();
  await crashing.cluster.until(recovery);
  expect(await mismatches(crashing)).toEqual([]);
});

test('edges that a crash left complete wake no nodes', async () => {
  const crashing = await open();
  const session = crashing.cluster.workers[2]!.session();
  send(session, each => {
    for (let i = 0; i < 50; i++)
      each.effects.createEdge(idFrom(['whole', i])!, 'e', idFrom(['whole', i % 7])!, { i });
    each.effects.deleteEdge(...EDGE);
    each.effects.createEdge(...EDGE);
  });
  await crashing.cluster.settle();
  const { recovery } = await crashing.crash();
  await crashing.cluster.until(recovery);
  const shards = crashing.cluster.workers.flatMap(worker => worker.shards);
  expect(shards.map(({ nodes, counters }) => nodes.size + counters.woken)).toEqual(shards.map(() => 0));
  expect(await mismatches(crashing)).toEqual([]);
});

test('an edge that one worker is queried about while another one creates it again', async () => {
  const crashing = await open();
  const { cluster } = crashing;
  const [making, removing, makingAgain] = [2, 3, 3].map(worker => cluster.workers[worker]!.session());
  cluster.hold(2, 0);
  cluster.hold(3, 1);
  send(making!, each => each.effects.createEdge(...EDGE));
  send(removing!, each => each.effects.deleteEdge(...EDGE));
  await cluster.exhaust();
  // Created and removed at END, removed and created at START, which then queries END through worker 2.
  cluster.hold(0, 2);
  cluster.release(2, 0);
  cluster.release(3, 1);
  await cluster.exhaust();
  await crashing.checkpointStep('mark');
  const settling = crashing.checkpointStep('settle');
  await cluster.exhaust();
  cluster.hold(3, 1);
  send(makingAgain!, each => each.effects.createEdge(...EDGE));
  await cluster.exhaust();
  cluster.release(0, 2);
  void settling.then(() => crashing.checkpointStep('forget'));
  await cluster.exhaust();
  const { recovery } = await crashing.crash();
  await crashing.cluster.until(recovery);
  expect(await mismatches(crashing)).toEqual([]);
});

test('a remaining half-edge, whose edge is created again while it is being checked', async () => {
  const crashing = await open();
  crashing.cluster.hold(2, 1);
  send(crashing.cluster.workers[2]!.session(), each => each.effects.createEdge(...EDGE));
  await crashing.cluster.exhaust();
  const { recovery } = await crashing.crash();
  const { cluster } = crashing;
  cluster.hold(2, 1);
  const session = cluster.workers[2]!.session();
  send(session, each => each.effects.createEdge(...EDGE));
  await cluster.exhaust();
  cluster.release(2, 1);
  await cluster.until(recovery);
  await cluster.until(session.settled());
  expect(await mismatches(crashing)).toEqual([]);
  const [edges] = await cluster.until(
    session.reads.expand({ nodes: [END], direction: undefined, labels: ['e'] }),
  );
  expect(edges).toHaveLength(1);
});

test('a node with a remaining half-edge is deleted before the recovery is complete', async () => {
  const crashing = await open();
  crashing.cluster.hold(2, 1);
  send(crashing.cluster.workers[2]!.session(), each => each.effects.createEdge(...EDGE));
  await crashing.cluster.exhaust();
  const { recovery } = await crashing.crash();
  const { cluster } = crashing;
  const session = cluster.workers[3]!.session();
  session.effects.deleteNode(START, false);
  await cluster.until(session.settled());
  await cluster.until(recovery);
  expect(await mismatches(crashing)).toEqual([]);
});

test('more remaining half-edges than suspicions are remembered', async () => {
  const crashing = await open();
  crashing.cluster.hold(2, 1);
  // A session limits how much it sends before it is durable.
  for (let start = 0; start < EDGES; start += EDGES_PER_SESSION) {
    const session = crashing.cluster.workers[2]!.session();
    const end = Math.min(EDGES, start + EDGES_PER_SESSION);
    for (let i = start; i < end; i++) session.effects.createEdge(START, `e${i}`, END);
    session.flush();
  }
  await crashing.cluster.exhaust();
  const { recovery } = await crashing.crash();
  const { cluster } = crashing;
  const request = { nodes: [START], direction: undefined, labels: undefined };
  // The past is unchanged, and shows them.
  const [halves] = await cluster.until(cluster.anyWorker().session(cluster.now).reads.expand(request));
  expect(halves).toHaveLength(EDGES);
  await cluster.until(recovery);
  const [left] = await cluster.until(cluster.anyWorker().session().reads.expand(request));
  expect(left).toHaveLength(0);
});

test('an edge that is removed at the point where a message is full', async () => {
  const crashing = await open();
  const { cluster } = crashing;
  const session = cluster.workers[2]!.session();
  session.effects.createEdge(...EDGE);
  await cluster.until(session.settled());
  for (let i = 0; i < 4096; i++) session.effects.setProperty(END, 'p', i);
  session.effects.deleteEdge(...EDGE);
  await cluster.exhaust();
  for (const step of ['mark', 'settle', 'forget'] as const)
    await cluster.until(crashing.checkpointStep(step));
  const { recovery } = await crashing.crash();
  await crashing.cluster.until(recovery);
  expect(await mismatches(crashing)).toEqual([]);
});
