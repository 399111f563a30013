/** Closed graphs are freed, with their threads: each trial of a stream opens and closes one. */
import { queryObjects } from 'node:v8';
import { Piscina } from 'piscina';
import { openGraph } from './open-graph.js';
import { ShardedGraph } from './sharded-graph.js';

const GRAPHS = 4;

/** A separate function, because the variables of a test keep their values alive. */
async function openAndClose(workers: number): Promise<void> {
  const graph = await openGraph({ shards: 2, workers, store: { type: 'memory' } });
  await (await graph.query('CREATE (n {x: 1}) RETURN n.x')).rows();
  await graph.close();
}

const held = (): number[] => [ShardedGraph, Piscina].map(made => Number(queryObjects(made)));

test.each([0, 1])(
  'nothing keeps a closed graph alive, with %i workers',
  async workers => {
    await openAndClose(workers);
    await new Promise(resolve => setImmediate(resolve));
    const [graphs, pools] = held();
    for (let i = 0; i < GRAPHS; i++) await openAndClose(workers);
    await new Promise(resolve => setImmediate(resolve));
    const [graphsAfter, poolsAfter] = held();
    // Other suites in this process may have left some that are freed meanwhile.
    expect(graphsAfter).toBeLessThanOrEqual(graphs!);
    expect(poolsAfter).toBeLessThanOrEqual(pools!);
  },
  60_000,
);
