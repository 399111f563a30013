/** State of a removed query on awake nodes. */
import { idFrom } from '@weir/model';
import { MemoryPersistor } from '@weir/persistor';
import { compileStandingQuery, createStandingEngine, inspectState } from '@weir/standing';
import { RemovedStates } from './removed-states.js';
import { WorkerCluster } from '../testing/worker-cluster.js';

const NODES = 2_000;
const MOST_PER_TURN = 512;

test('is freed, some nodes at a time, and the state of other queries is kept', async () => {
  const engine = createStandingEngine();
  for (const [number, text] of [
    [1, 'MATCH (n)-[:to]->(m) RETURN n.x AS x, m.x AS y'],
    [2, 'MATCH (n) WHERE n.x > 0 RETURN DISTINCT id(n)'],
    [3, 'MATCH (n) WHERE n.x > 0 RETURN n.x AS x'],
  ] as const) {
    engine.queries.register(
      compileStandingQuery(text, number === 2 ? 'DistinctId' : 'MultipleValues', number),
    );
  }
  const store = new MemoryPersistor('shard-0');
  const cluster = new WorkerCluster({
    workers: 1,
    shards: 1,
    seed: 1,
    engineOf: () => engine,
    persistorOf: () => store,
  });
  const [worker] = cluster.workers;
  const session = worker!.session();
  for (let n = 0; n < NODES; n++) {
    session.effects.setProperty(idFrom([n])!, 'x', n + 1);
    session.effects.createEdge(idFrom([n])!, 'to', idFrom([(n + 1) % NODES])!);
  }
  await cluster.until(session.settled());
  await cluster.settle();
  const nodes = [...worker!.shards[0]!.nodes.values()];
  const holders = (query: number): number =>
    nodes.filter(({ standing }) => inspectState(standing).some(part => part.query === query)).length;
  expect([1, 2, 3].map(holders)).toEqual([NODES, NODES, NODES]);

  const removed = new RemovedStates(worker!.shards, engine.states, worker!.environment.scheduler);
  engine.queries.remove(1);
  removed.free();
  expect(holders(1)).toBe(NODES);
  let before = NODES;
  while (holders(1) > 0) {
    expect(cluster.step()).toBe(true);
    await new Promise<void>(resolve => setImmediate(resolve));
    // Removes a second query while the first one's state is being freed.
    if (before === NODES && holders(1) < NODES) {
      engine.queries.remove(3);
      removed.free();
    }
    expect(before - holders(1)).toBeLessThanOrEqual(MOST_PER_TURN);
    before = holders(1);
  }
  await cluster.settle();
  expect([1, 2, 3].map(holders)).toEqual([0, NODES, 0]);
});
