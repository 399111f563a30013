/** Records that a result names: across workers and frames, after nodes slept, and after a restart. */
import { idFrom } from '@weir/model';
import { createPersistorFactory } from '@weir/persistor';
import { compileStandingQuery, createStandingEngine, type Origin } from '@weir/standing';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { resultsIn, type UnpackedResult } from '../testing/results-in.js';

const QUERY = 'MATCH (a:Start)-[:x]->(b)-[:x]->(c {done: true}) RETURN DISTINCT id(a) AS a';

interface Layout {
  readonly workers: number;
  readonly shards: number;
}

const LAYOUTS: readonly Layout[] = [
  { workers: 1, shards: 2 },
  { workers: 3, shards: 3 },
];

test.each(LAYOUTS)(
  'a query that does not track origins, on $workers workers',
  async ({ workers, shards }) => {
    const factory = createPersistorFactory({ type: 'memory' });
    const stores = await Promise.all(
      Array.from({ length: shards }, (_, shard) => factory.open(`shard-${shard}`)),
    );
    const results: UnpackedResult[] = [];
    const cluster = new WorkerCluster({
      workers,
      shards,
      seed: 5,
      engineOf: () => {
        const engine = createStandingEngine();
        engine.queries.register(compileStandingQuery(QUERY, 'DistinctId', 1));
        return engine;
      },
      persistorOf: shard => stores[shard]!,
      onResults: batches => results.push(...batches.flatMap(resultsIn)),
    });
    const [a, b, c] = ['a', 'b', 'c'].map(name => idFrom([name])!) as [never, never, never];
    const write = async (
      origin: Origin | undefined,
      work: (session: ReturnType<WorkerCluster['workers'][0]['session']>) => void,
    ): Promise<void> => {
      const session = cluster.workers[0]!.session(undefined, origin);
      work(session);
      await cluster.until(session.settled());
      await cluster.settle();
    };
    const record = (position: number): Origin => ({ stream: 'records', position });
    await write(record(0), session => {
      session.effects.addLabels(a, ['Start']);
      session.effects.createEdge(a, 'x', b);
    });
    await write(record(1), session => session.effects.createEdge(b, 'x', c));
    await write(record(2), session => session.effects.setProperty(c, 'done', true));
    await write(record(3), session => session.effects.deleteNode(b, true));
    await write(undefined, session => {
      session.effects.createEdge(a, 'x', b);
      session.effects.createEdge(b, 'x', c);
    });
    expect(results.map(({ isPositiveMatch, origins }) => [isPositiveMatch, origins])).toEqual([
      [true, [record(2)]],
      [false, [record(3)]],
      [true, []],
    ]);
  },
);

test.each(LAYOUTS)('a query that tracks origins, on $workers workers', async ({ workers, shards }) => {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = await Promise.all(
    Array.from({ length: shards }, (_, shard) => factory.open(`shard-${shard}`)),
  );
  const results: UnpackedResult[] = [];
  const limits = { softLimit: 1, hardLimit: 2 };
  const open = (): WorkerCluster =>
    new WorkerCluster({
      workers,
      shards,
      seed: 7,
      limits,
      engineOf: () => {
        const engine = createStandingEngine();
        engine.queries.register(compileStandingQuery(QUERY, 'DistinctId', 1, { tracksOrigins: true }));
        return engine;
      },
      persistorOf: shard => stores[shard]!,
      onResults: batches => results.push(...batches.flatMap(resultsIn)),
    });
  let cluster = open();
  const [a, b, c] = ['a', 'b', 'c'].map(name => idFrom([name])!) as [never, never, never];
  const write = async (
    position: number,
    work: (session: ReturnType<WorkerCluster['workers'][0]['session']>) => void,
  ): Promise<void> => {
    const session = cluster.workers[0]!.session(undefined, { stream: 'records', position });
    work(session);
    await cluster.until(session.settled());
    await cluster.settle();
  };
  await write(0, session => session.effects.addLabels(a, ['Start']));
  await write(1, session => session.effects.createEdge(a, 'x', b));
  await write(2, session => session.effects.setProperty(c, 'done', true));
  cluster = open();
  await write(3, session => session.effects.createEdge(b, 'x', c));
  await write(4, session => session.effects.deleteEdge(a, 'x', b));
  await write(5, session => session.effects.createEdge(a, 'x', b));
  const named = results.map(({ isPositiveMatch, origins }) => [
    isPositiveMatch,
    origins.map(({ position }) => position),
  ]);
  expect(named).toEqual([
    [true, [3, 0, 1, 2]],
    [false, [4]],
    [true, [5, 0, 2, 3]],
  ]);
});
