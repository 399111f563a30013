/**
 * Law 5: once the edges that led to them are removed, no subscription remains, however the messages interleaved. In the
 * toy network changes precede later messages; with late changes, the law allows a subscription to remain until the next
 * report.
 */
import { WorkerCluster, SeededRandom } from '@weir/graph/testing';
import { Direction, idFrom, type NodeId } from '@weir/model';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { compileStandingQuery, createStandingEngine, type RegisteringStandingEngine } from '@weir/standing';
import { ToyNetwork } from './toy-network.js';

const QUERY = 1;
const IDS = ['id0', 'id1', 'id2', 'id3'] as NodeId[];

const QUERIES = [
  ['DistinctId', 'MATCH (a)-[:x]->(b)-[:x]->(c) RETURN DISTINCT id(a) AS a'],
  ['MultipleValues', 'MATCH (a)-[:x]->(b)-[:x]->(c) WHERE a.p IS NULL RETURN id(a), id(c)'],
  ['MultipleValues', 'MATCH (a)-[:x]->(b) WHERE NOT (a)-[:x*2..3]->() RETURN id(b)'],
] as const;

test.each(QUERIES)('%s: %s', (mode, text) => {
  for (let seed = 0; seed < 20; seed++) {
    const engine = createStandingEngine();
    const network = new ToyNetwork(engine, new SeededRandom(seed), IDS, false);
    const statesOfAskedParts = (): number => statesBelowRoot(engine);
    network.register(compileStandingQuery(text, mode, QUERY));
    writeChain(network, true);
    network.settle();
    expect(statesOfAskedParts()).toBeGreaterThan(0);
    writeChain(network, false);
    network.settle();
    expect({ seed, states: statesOfAskedParts(), complaints: network.complaints }).toEqual({
      seed,
      states: 0,
      complaints: [],
    });
  }
});

/** Changes and messages travel in the same frames here, and one frame may contain both for the same node. */
test.each(QUERIES)('between workers, %s: %s', async (mode, text) => {
  let judged = 0;
  for (let seed = 0; seed < 60; seed++) {
    const factory = createPersistorFactory({ type: 'memory' });
    const stores: Persistor[] = [];
    for (let shard = 0; shard < 4; shard++) stores.push(await factory.open(`shard-${shard}`));
    const engines: RegisteringStandingEngine[] = [];
    const cluster = new WorkerCluster({
      workers: 3,
      shards: 4,
      seed,
      engineOf: () => {
        const engine = createStandingEngine();
        engine.queries.register(compileStandingQuery(text, mode, QUERY));
        engines.push(engine);
        return engine;
      },
      persistorOf: shard => stores[shard]!,
    });
    const ids = Array.from({ length: 4 }, (_, i) => idFrom([seed, i])!);
    const sessions = ids.map(() => cluster.anyWorker().session());
    const write = (present: boolean): void =>
      ids.slice(1).forEach((target, i) => {
        const session = cluster.random.pick(sessions);
        if (present) session.effects.createEdge(ids[i]!, 'x', target);
        else session.effects.deleteEdge(ids[i]!, 'x', target);
        if (cluster.random.chance(0.7)) session.flush();
        for (let steps = cluster.random.below(4); steps > 0; steps--) cluster.step();
      });
    for (let round = 0; round < 4; round++) {
      write(true);
      if (cluster.random.chance(0.5)) for (const session of sessions) await cluster.until(session.settled());
      write(false);
      for (const session of sessions) await cluster.until(session.settled());
      await cluster.settle();
    }
    const states = engines.reduce((sum, engine) => sum + statesBelowRoot(engine), 0);
    if (hasEdges(cluster)) continue;
    judged++;
    expect({ seed, states }).toEqual({ seed, states: 0 });
  }
  expect(judged).toBeGreaterThan(10);
});

/** A deletion may overtake a creation by another session. */
function hasEdges(cluster: WorkerCluster): boolean {
  return cluster.workers.some(worker =>
    worker.shards.some(shard =>
      [...shard.nodes.values()].some(node => node.edgeCount(undefined, undefined) > 0),
    ),
  );
}

function statesBelowRoot(engine: RegisteringStandingEngine): number {
  return engine.queries
    .countsOf(QUERY)!
    .states.slice(1)
    .reduce((sum, count) => sum + count, 0);
}

function writeChain(network: ToyNetwork, present: boolean): void {
  IDS.slice(1).forEach((target, i) => {
    const source = IDS[i]!;
    const edge = { kind: 'half-edge', label: 'x', present } as const;
    network.write(source, { ...edge, direction: Direction.Outgoing, other: target });
    network.write(target, { ...edge, direction: Direction.Incoming, other: source });
  });
}
