/** Order in which messages of standing queries reach a node. */
import { idFrom } from '@weir/model';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import type { StandingEngine, StandingMessage } from '@weir/standing';
import { EffectBatch } from '../mail/effect-batch.js';
import type { GraphWorker } from '../worker/graph-worker.js';
import { EffectCode } from '../node/node-behavior.js';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';

const [SENDER, SLEEPER] = [idFrom(['sender'])!, idFrom(['sleeper'])!];

/** SENDER numbers its changes and sends each to SLEEPER. */
function numbering(received: unknown[]): StandingEngine {
  let sent = 0;
  return {
    ...NO_STANDING,
    relevance: { ...NO_STANDING.relevance, isRelevantProperty: () => true, isRelevantEdge: () => true },
    evaluation: {
      ...NO_STANDING.evaluation,
      change: ({ id }, state, _change, _origin, effects) => {
        if (id === SENDER) effects.send(SLEEPER, ++sent as unknown as StandingMessage);
        return state;
      },
      receive: (_node, state, _from, message) => {
        received.push(message);
        return state;
      },
    },
  };
}

function slow(store: Persistor): Persistor {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'readNode')
        return async (...args: Parameters<Persistor['readNode']>) => target.readNode(...args);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

test('a message to an awakened node does not overtake an earlier message that waited for the node', async () => {
  const received: unknown[] = [];
  const store = slow(await createPersistorFactory({ type: 'memory' }).open('shard-0'));
  const options = { workers: 1, shards: 1, seed: 1, persistorOf: () => store };
  const cluster = new WorkerCluster({ ...options, engineOf: () => numbering(received) });
  const [worker] = cluster.workers as [GraphWorker];
  const session = worker.session();
  session.effects.createEdge(SENDER, 'x', SLEEPER);
  await cluster.until(session.settled());
  expect(await cluster.until(worker.sleep(SLEEPER))).toBe(true);
  received.length = 0;

  // Reaches SLEEPER before the message does and removes the edge from SENDER, which sends a message in response.
  const deletion = new EffectBatch();
  deletion.plain(EffectCode.DetachDelete, SLEEPER);
  const deleted = worker.apply(deletion);
  session.effects.setProperty(SENDER, 'p', 1);
  session.flush();
  await cluster.until(Promise.all([deleted, session.settled()]));
  await cluster.settle();
  expect(received).toEqual([2, 3]);
});

test('reports an error while following a change to the writer, and continues with other changes', async () => {
  const store = await createPersistorFactory({ type: 'memory' }).open('shard-0');
  let changes = 0;
  const failing: StandingEngine = {
    ...NO_STANDING,
    relevance: { ...NO_STANDING.relevance, isRelevantProperty: () => true },
    evaluation: {
      ...NO_STANDING.evaluation,
      change: (_node, state) => {
        if (++changes === 1) throw new Error('planted');
        return state;
      },
    },
  };
  const cluster = new WorkerCluster({
    workers: 1,
    shards: 1,
    seed: 1,
    persistorOf: () => store,
    engineOf: () => failing,
  });
  const [worker] = cluster.workers as [GraphWorker];
  const write = async (value: number): Promise<void> => {
    const session = worker.session();
    session.effects.setProperty(SENDER, 'p', value);
    await session.settled();
  };
  await expect(cluster.until(write(1))).rejects.toThrow('planted');
  await cluster.until(write(2));
  expect(changes).toBe(2);
  expect(worker.activity.busy).toBe(false);
});
