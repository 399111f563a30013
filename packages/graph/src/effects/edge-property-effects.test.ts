/** Two workers write to one edge at the same time, step by step: START is on worker 0, END on worker 1. */
import type { GraphSession } from '@weir/cypher';
import { idFrom, type NodeId, shardOf } from '@weir/model';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { halfEdgeMismatches } from '../testing/half-edge-mismatches.js';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';

const WORKERS = 4;
const [START, END] = [0, 1].map(nodeOnWorker) as [NodeId, NodeId];
const EDGE = [START, 'e', END] as const;

function nodeOnWorker(worker: number): NodeId {
  for (let i = 0; ; i++) {
    const id = idFrom(['end', i])!;
    if (shardOf(id, WORKERS) === worker) return id;
  }
}

async function open(): Promise<WorkerCluster> {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores: Persistor[] = [];
  for (let shard = 0; shard < WORKERS; shard++) stores.push(await factory.open(`shard-${shard}`));
  return new WorkerCluster({
    workers: WORKERS,
    shards: WORKERS,
    seed: 1,
    engineOf: () => NO_STANDING,
    persistorOf: shard => stores[shard]!,
  });
}

function send(cluster: WorkerCluster, worker: number, write: (session: GraphSession) => void): void {
  const session = cluster.workers[worker]!.session();
  write(session);
  session.flush();
}

async function release(cluster: WorkerCluster, ...links: (readonly [number, number])[]): Promise<void> {
  await cluster.exhaust();
  for (const [from, to] of links) cluster.release(from, to);
  await cluster.settle();
}

async function propertiesOf(cluster: WorkerCluster): Promise<unknown> {
  const session = cluster.workers[0]!.session();
  expect(await halfEdgeMismatches(cluster, session, [START, END])).toEqual([]);
  const [edges] = await cluster.until(
    session.reads.expand({ nodes: [START], direction: undefined, labels: undefined }),
  );
  return edges!.map(({ properties }) => properties);
}

test('the source node of the edge decides which write was last', async () => {
  const cluster = await open();
  send(cluster, 2, each => each.effects.createEdge(...EDGE));
  await cluster.settle();
  cluster.hold(2, 0);
  cluster.hold(3, 1);
  send(cluster, 2, each => each.effects.setEdgeProperty(...EDGE, 'p', 'by 2'));
  send(cluster, 3, each => each.effects.setEdgeProperty(...EDGE, 'p', 'by 3'));
  await release(cluster, [2, 0], [3, 1]);
  expect(await propertiesOf(cluster)).toEqual([{ p: 'by 2' }]);
});

test('a write that arrives before its edge waits for it', async () => {
  const cluster = await open();
  cluster.hold(2, 1);
  send(cluster, 2, each => each.effects.createEdge(...EDGE));
  await cluster.exhaust();
  send(cluster, 3, each => each.effects.setEdgeProperty(...EDGE, 'p', 1));
  await release(cluster, [2, 1]);
  expect(await propertiesOf(cluster)).toEqual([{ p: 1 }]);
});

test('an edge that is recreated while a write to the previous one is in flight', async () => {
  const cluster = await open();
  send(cluster, 2, each => each.effects.createEdge(...EDGE, { p: 1 }));
  await cluster.settle();
  cluster.hold(3, 0);
  send(cluster, 2, each => each.effects.deleteEdge(...EDGE));
  send(cluster, 3, each => each.effects.setEdgeProperty(...EDGE, 'p', 2));
  await cluster.exhaust();
  send(cluster, 2, each => each.effects.createEdge(...EDGE));
  await release(cluster, [3, 0]);
  // As far as the leading end knows, the value was written to the new edge.
  expect(await propertiesOf(cluster)).toEqual([{ p: 2 }]);
});
