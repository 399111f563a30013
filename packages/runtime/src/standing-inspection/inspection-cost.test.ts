/**
 * Cost of inspecting a standing query, in nodes: it depends on the sample or the neighborhood, not on the graph, and no
 * node is woken.
 */
import { idFrom } from '@weir/model';
import { openGraph } from '../coordinator/open-graph.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StandingDefinition, StreamingGraph } from '@weir/contract';

const CHAIN = 'MATCH (a)-[:next]->(b {even: true}) RETURN id(a) AS a, b.i AS b';
const GROUPS = 'MATCH (a) WHERE a.i IS NOT NULL RETURN a.i % 10 AS digit, count(*) AS count';
const RARE = 'MATCH (a {i: 7})-[:next]->(b) RETURN b.i AS b';

function definition(name: string, query: string): StandingDefinition {
  return { name, query, mode: 'MultipleValues', includeCancellations: true, inputBufferSize: 4096 };
}

async function fill(graph: StreamingGraph, nodes: number): Promise<void> {
  const writes =
    `UNWIND range(0, ${nodes - 1}) AS i MATCH (a), (b) WHERE id(a) = idFrom("n", i) AND id(b) = idFrom("n", i + 1) ` +
    'SET a.i = i, a.even = (i % 2 = 0) CREATE (a)-[:next]->(b)';
  await (await graph.query(writes)).rows();
  await graph.idle();
}

async function counter(graph: StreamingGraph, name: string): Promise<number> {
  return (await graph.admin.shards.status()).reduce((sum, { counters }) => sum + (counters[name] ?? 0), 0);
}

async function withGraph(use: (open: () => Promise<StreamingGraph>) => Promise<void>): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'weir-inspection-'));
  const opened: StreamingGraph[] = [];
  try {
    await use(async () => {
      const store = { type: 'embedded', path: join(path, 'data') } as const;
      const graph = await openGraph({ shards: 2, workers: 0, store });
      opened.push(graph);
      return graph;
    });
  } finally {
    await opened.at(-1)?.close();
    await rm(path, { recursive: true, force: true });
  }
}

test.each([500, 4000])('an audit and an explanation of a graph of %d nodes, most of them asleep', nodes =>
  withGraph(async open => {
    const graph = await open();
    const queries = await Promise.all(
      [CHAIN, GROUPS, RARE].map((query, i) => graph.registerStanding(definition(`q${i}`, query))),
    );
    await graph.admin.shards.setLimits(
      new Map([0, 1].map(shard => [shard, { softLimit: 20, hardLimit: 40 }])),
    );
    await fill(graph, nodes);
    const woken = await counter(graph, 'woken');
    for (const query of queries) {
      const report = await query.inspection.audit({ sample: 10, seed: 5 });
      expect(report).toMatchObject({ whole: false, differences: [], unsettled: 0 });
      expect(report.looked).toBeLessThanOrEqual(10 * 10 + 64);
      expect(report.nodes).toBeLessThanOrEqual(20);
      const again = await query.inspection.audit({ sample: 10, seed: 5 });
      expect(again).toEqual(report);
    }
    const [chain, groups, rare] = queries as [(typeof queries)[0], (typeof queries)[0], (typeof queries)[0]];
    expect(await chain.inspection.audit({ sample: 10 })).toMatchObject({ nodes: 20, nodesWithResults: 10 });
    expect(await groups.inspection.audit({ sample: 10 })).toMatchObject({ nodesWithResults: 10, rows: 10 });
    expect(await rare.inspection.audit({ sample: 10 })).toMatchObject({ nodesWithResults: 1 });
    expect(await chain.inspection.audit({ whole: true })).toMatchObject({
      whole: true,
      differences: [],
      rows: nodes / 2 - 1,
    });
    const explained = await chain.inspection.explain(idFrom(['n', 6])!);
    const near = [5, 6, 7].map(i => idFrom(['n', i])!);
    expect(explained.filter(({ node }) => !near.includes(node))).toEqual([]);
    expect(await counter(graph, 'woken')).toBe(woken);
  }),
);

test('counts the state of an earlier run without waking nodes, and not for the explanation of a node', () =>
  withGraph(async open => {
    const first = await open();
    const query = await first.registerStanding(definition('chain', CHAIN));
    await fill(first, 1000);
    const before = await query.inspection.survey();
    expect(before).toMatchObject({ results: 499, counting: undefined });
    await first.close();
    const graph = await open();
    const restored = graph.standing('chain')!;
    expect(await restored.inspection.survey({ counts: false })).toMatchObject({ counting: { done: 0 } });
    await restored.inspection.explain(idFrom(['n', 6])!);
    expect(await restored.inspection.survey({ counts: false })).toMatchObject({ counting: { done: 0 } });
    expect(await restored.inspection.survey()).toEqual(before);
    expect(await counter(graph, 'woken')).toBe(0);
    await (await graph.query('MATCH (n) WHERE id(n) = idFrom("n", 6) SET n.even = false')).rows();
    await graph.idle();
    expect((await restored.inspection.survey()).results).toBe(498);
  }));
