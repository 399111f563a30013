/** The record that completes or ends a match is the origin of its result, over hosts and frames. */
import { idFrom } from '@weir/model';
import { createPersistorFactory } from '@weir/persistor';
import { compileStandingQuery, createStandingEngine, type Origin } from '@weir/standing';
import { HostCluster } from './testing/host-cluster.js';
import { resultsIn, type UnpackedResult } from './testing/results-in.js';

const QUERY = 'MATCH (a:Start)-[:x]->(b)-[:x]->(c {done: true}) RETURN DISTINCT id(a) AS a';

test.each([
  { hosts: 1, shards: 2 },
  { hosts: 3, shards: 3 },
])('on $hosts hosts', async ({ hosts, shards }) => {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = await Promise.all(
    Array.from({ length: shards }, (_, shard) => factory.open(`shard-${shard}`)),
  );
  const results: UnpackedResult[] = [];
  const cluster = new HostCluster({
    hosts,
    shards,
    seed: 5,
    engineOf: () => {
      const engine = createStandingEngine();
      engine.register(compileStandingQuery(QUERY, 'DistinctId', 1));
      return engine;
    },
    persistorOf: shard => stores[shard]!,
    onResults: batches => results.push(...batches.flatMap(resultsIn)),
  });
  const [a, b, c] = ['a', 'b', 'c'].map(name => idFrom([name])!) as [never, never, never];
  const write = async (
    origin: Origin | undefined,
    work: (session: ReturnType<HostCluster['hosts'][0]['session']>) => void,
  ): Promise<void> => {
    const session = cluster.hosts[0]!.session(undefined, origin);
    work(session);
    await cluster.until(session.settled());
    await cluster.settle();
  };
  const record = (position: number): Origin => ({ stream: 'records', position });
  await write(record(0), session => {
    session.addLabels(a, ['Start']);
    session.createEdge(a, 'x', b);
  });
  await write(record(1), session => session.createEdge(b, 'x', c));
  await write(record(2), session => session.setProperty(c, 'done', true));
  await write(record(3), session => session.deleteNode(b, true));
  await write(undefined, session => {
    session.createEdge(a, 'x', b);
    session.createEdge(b, 'x', c);
  });
  expect(results.map(({ isPositiveMatch, origins }) => [isPositiveMatch, origins])).toEqual([
    [true, [record(2)]],
    [false, [record(3)]],
    [true, []],
  ]);
});
