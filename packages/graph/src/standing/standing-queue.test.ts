/** Messages between nodes of a worker: their order, and delivery in batches. */
import { idFrom, type NodeId } from '@weir/model';
import { MemoryPersistor } from '@weir/persistor';
import {
  compileStandingQuery,
  createStandingEngine,
  NO_RECORDER,
  type StandingMessage,
} from '@weir/standing';
import { StandingQueue } from './standing-queue.js';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { SeededRandom } from '@weir/platform';

const MESSAGES_PER_TURN = 8_192;

test('delivers everything in order, even messages added meanwhile', async () => {
  const random = new SeededRandom(7);
  const queue = new StandingQueue();
  const received: unknown[] = [];
  let sent = 0;
  const send = (count: number): void => {
    for (let i = 0; i < count; i++)
      queue.add('to' as NodeId, 'from' as NodeId, sent++ as unknown as StandingMessage);
  };
  let empties = 0;
  for (let round = 0; round < 200; round++) {
    send(random.below(3_000));
    const before = received.length;
    const emptied = queue.empty().then(() => empties++);
    queue.deliver(1_000, (_to, _from, message) => {
      received.push(message);
      if (random.below(10) === 0) send(random.below(3));
    });
    expect(received.length - before).toBeLessThanOrEqual(1_000);
    expect(queue.size).toBe(sent - received.length);
    if (queue.size === 0) await emptied;
  }
  while (queue.size > 0) queue.deliver(1_000, (_to, _from, message) => received.push(message));
  await queue.empty();
  expect(received).toEqual(Array.from({ length: sent }, (_, i) => i));
  expect(empties).toBe(200);
});

test('lets other work run while a node with many neighbors queries them and receives their answers', async () => {
  const NEIGHBOURS = 20_000;
  let handled = 0;
  const engine = createStandingEngine({ ...NO_RECORDER, received: () => handled++ });
  const store = new MemoryPersistor('shard-0');
  const results: number[] = [];
  const cluster = new WorkerCluster({
    workers: 1,
    shards: 1,
    seed: 1,
    engineOf: () => engine,
    persistorOf: () => store,
    onResults: batches => results.push(...batches.map(({ count }) => count)),
  });
  const worker = cluster.workers[0]!;
  const session = worker.session();
  const hub = idFrom(['hub'])!;
  session.effects.setProperty(hub, 'name', 'hub');
  for (let n = 0; n < NEIGHBOURS; n++) {
    session.effects.setProperty(idFrom([n])!, 'x', n);
    session.effects.createEdge(hub, 'to', idFrom([n])!);
  }
  await cluster.until(session.settled());
  await cluster.settle();
  engine.queries.register(
    compileStandingQuery('MATCH (n {name: "hub"})-[:to]->(m) RETURN m.x AS x', 'MultipleValues', 1),
  );
  let isDone = false;
  const shown = worker.propagate(false, 1).then(() => (isDone = true));
  let most = 0;
  let isDurable: boolean | undefined;
  while (!isDone) {
    const before = handled;
    cluster.step();
    await new Promise<void>(resolve => setImmediate(resolve));
    most = Math.max(most, handled - before);
    if (handled === 0 || isDurable !== undefined) continue;
    expect(worker.activity.busy).toBe(true);
    isDurable = false;
    void worker.arrivals.settled().then(() => {
      isDurable = true;
      expect(handled).toBeGreaterThanOrEqual(NEIGHBOURS);
    });
  }
  await shown;
  await cluster.settle();
  expect(isDurable).toBe(true);
  expect(handled).toBe(2 * NEIGHBOURS);
  // A turn of waiting messages and a turn of other work may be consecutive.
  expect(most).toBeLessThanOrEqual(2 * MESSAGES_PER_TURN);
  expect(results.reduce((sum, count) => sum + count, 0)).toBe(NEIGHBOURS);
});
