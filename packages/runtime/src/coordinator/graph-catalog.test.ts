/** The catalog of a graph: of all threads, over restarts, and as procedures for Neo4j clients list it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamingGraph } from '@weir/contract';
import type { OpenOptions } from './open-options.js';
import { openGraph } from './open-graph.js';

const PEOPLE = 700;

async function rows(graph: StreamingGraph, query: string): Promise<readonly (readonly unknown[])[]> {
  return (await graph.query(query)).rows();
}

async function fill(graph: StreamingGraph): Promise<void> {
  await rows(
    graph,
    `MATCH (n), (m) WHERE id(n) = idFrom('quiet') AND id(m) = idFrom('other')
     SET n:Quiet, n.at = datetime('2026-01-01T00:00:00Z') CREATE (n)-[:rare {weight: 1.5}]->(m)`,
  );
  await rows(
    graph,
    `UNWIND range(1, ${PEOPLE}) AS i MATCH (p), (t) WHERE id(p) = idFrom('p', i) AND id(t) = idFrom('t', i % 10)
     SET p:Person, p.age = i, p.name = 'p' + i, t:Town CREATE (p)-[:lives_in]->(t)`,
  );
  await rows(graph, `UNWIND range(1, 100) AS i MATCH (p) WHERE id(p) = idFrom('p', i) SET p.age = 'old'`);
  await rows(graph, `UNWIND range(1, 50) AS i MATCH (p) WHERE id(p) = idFrom('p', i) DETACH DELETE p`);
}

const counted = { firstSeen: expect.any(Number) as number, lastSeen: expect.any(Number) as number };
const EXPECTED = {
  nodes: PEOPLE - 50 + 10 + 2,
  edges: PEOPLE - 50 + 1,
  labels: [
    { name: 'Person', count: PEOPLE - 50, ...counted },
    { name: 'Quiet', count: 1, ...counted },
    { name: 'Town', count: 10, ...counted },
  ],
  edgeTypes: [
    { name: 'lives_in', count: PEOPLE - 50, ...counted },
    { name: 'rare', count: 1, ...counted },
  ],
  propertyKeys: [
    { name: 'age', count: PEOPLE - 50, types: { INTEGER: PEOPLE - 100, STRING: 50 }, ...counted },
    { name: 'at', count: 1, types: { DATETIME: 1 }, ...counted },
    { name: 'name', count: PEOPLE - 50, types: { STRING: PEOPLE - 50 }, ...counted },
  ],
  edgePropertyKeys: [{ name: 'weight', count: 1, types: { FLOAT: 1 }, ...counted }],
  isExact: true,
  isTruncated: false,
};

test.each([
  ['one thread', { workers: 0 }],
  ['several threads', { workers: 2 }],
  ['snapshots without a journal', { workers: 0, persistence: { journalEnabled: false } }],
] as const)('counts the whole graph, also after a restart: %s', async (_, options) => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-catalog-'));
  const stored: OpenOptions = { shards: 3, ...options, store: { type: 'embedded', path: folder } };
  try {
    const first = await openGraph(stored);
    await fill(first);
    const before = await first.admin.shards.catalog();
    expect(before).toEqual(EXPECTED);
    await first.close();
    const graph = await openGraph(stored);
    expect(await graph.admin.shards.catalog()).toEqual(before);
    expect(await rows(graph, 'CALL db.labels()')).toEqual([['Person'], ['Quiet'], ['Town']]);
    expect(await rows(graph, 'CALL db.relationshipTypes()')).toEqual([['lives_in'], ['rare']]);
    expect(await rows(graph, 'CALL db.propertyKeys()')).toEqual([['age'], ['at'], ['name'], ['weight']]);
    await graph.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('counts a graph in memory, and what a query wrote before it asks', async () => {
  const graph = await openGraph({ shards: 2, workers: 0, store: { type: 'memory' } });
  const query = `CREATE (:Fresh {x: 1}) WITH 1 AS one CALL db.labels() YIELD label RETURN label`;
  expect(await rows(graph, query)).toEqual([['Fresh']]);
  await fill(graph);
  const { labels } = await graph.admin.shards.catalog();
  expect(labels.map(({ name, count }) => [name, count])).toEqual([
    ['Fresh', 1],
    ['Person', PEOPLE - 50],
    ['Quiet', 1],
    ['Town', 10],
  ]);
  await graph.close();
});

test('counts at most 10,000 names of a kind in a shard, and says so', async () => {
  const graph = await openGraph({ shards: 1, workers: 0, store: { type: 'memory' } });
  const fillKeys = `UNWIND range(1, 10) AS block MATCH (n) WHERE id(n) = idFrom(block)
    SET n += map.fromPairs([i IN range(1, 1100) | ['key-' + block + '-' + i, i]])`;
  try {
    await rows(graph, fillKeys);
    const { propertyKeys, isExact, isTruncated } = await graph.admin.shards.catalog();
    expect([propertyKeys.length, isExact, isTruncated]).toEqual([10_000, false, true]);
  } finally {
    await graph.close();
  }
});
