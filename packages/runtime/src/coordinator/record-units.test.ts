/**
 * A record is a unit: what one changes and a later one changes back are two results, also where both run in one batch; and
 * a later one reads what an earlier one wrote.
 */
import { inFullTier } from '@weir/model/testing';
import type { StreamingGraph } from '@weir/contract';
import type { OpenOptions } from '../contract/open-options.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { openGraph } from './open-graph.js';

const LAYOUTS: readonly OpenOptions[] = [
  { shards: 1, workers: 0 },
  { shards: 8, workers: 0 },
  { shards: 8, workers: 2 },
  ...inFullTier([
    { shards: 2, workers: 1 },
    { shards: 4, workers: 3 },
  ]),
];
/** Fewer nodes than records, and more than a batch of records. */
const NODES = 7;
const RECORDS = 600;

/** Each has nodes of its own. */
let tests = 0;

const SWITCH = `MATCH (n) WHERE id(n) = idFrom('switch', $that.test, $that.n)
  SET n:Switch WITH n WHERE true SET n.on = $that.on`;
const COUNT = `MATCH (n) WHERE id(n) = idFrom('switch', $that.test, $that.n) CALL int.add(n, 'count', 1) YIELD result RETURN result`;

async function ingest(graph: StreamingGraph, query: string, records: readonly object[]): Promise<void> {
  const lane = await graph.openLane({ name: 'records', query, parameter: 'that', format: JSON_LINES });
  const lines = records.map(record => JSON.stringify({ ...record, test: tests }));
  const outcome = await lane.runChunk(chunkOf(lines, 0));
  expect(outcome).toMatchObject({ done: records.length, rejected: 0 });
  await lane.close();
  await graph.idle();
}

/** `+` and `-` of each node, as they came. */
async function resultsByNode(graph: StreamingGraph, query: string): Promise<Map<string, string>> {
  const results = new Map<string, string>();
  const options = { name: 'on', query, mode: 'MultipleValues', inputBufferSize: 32 } as const;
  const handle = await graph.registerStanding({ ...options, includeCancellations: true });
  handle.subscribe(async some => {
    for (const { isPositiveMatch, data } of some) {
      const n = JSON.stringify(data.n);
      results.set(n, (results.get(n) ?? '') + (isPositiveMatch ? '+' : '-'));
    }
  });
  return results;
}

describe.each(LAYOUTS)('with %j', layout => {
  let graph: StreamingGraph;
  beforeAll(async () => void (graph = await openGraph(layout)));
  beforeEach(() => void tests++);
  afterEach(() => graph.standing('on')?.remove());
  afterAll(() => graph.close());

  test('what comes and goes within a batch is told, record by record', async () => {
    const results = await resultsByNode(graph, 'MATCH (n:Switch) WHERE n.on = true RETURN id(n) AS n');
    const records = Array.from({ length: RECORDS }, (_, i) => ({
      n: i % NODES,
      on: ((i / NODES) | 0) % 2 === 0,
    }));
    await ingest(graph, SWITCH, records);
    const changes = (n: number): number => records.filter(record => record.n === n).length;
    const expected = Array.from({ length: NODES }, (_, n) => '+-'.repeat(RECORDS).slice(0, changes(n)));
    expect([...results.values()].sort()).toEqual(expected.sort());
  });

  test('a record that takes back what it did itself is no result', async () => {
    const results = await resultsByNode(graph, 'MATCH (n:Switch) WHERE n.on = true RETURN id(n) AS n');
    const query = `MATCH (n) WHERE id(n) = idFrom('switch', $that.test, $that.n) SET n:Switch, n.on = true
      WITH n WHERE $that.n >= 0 REMOVE n.on`;
    await ingest(
      graph,
      query,
      Array.from({ length: RECORDS }, (_, i) => ({ n: i % NODES })),
    );
    expect(results.size).toBe(0);
  });

  test('each time that a counter meets its threshold is told', async () => {
    const results = await resultsByNode(
      graph,
      'MATCH (n) WHERE n.count % 10 = 0 AND n.count > 0 RETURN id(n) AS n',
    );
    await ingest(
      graph,
      COUNT,
      Array.from({ length: 100 * NODES }, (_, i) => ({ n: i % NODES })),
    );
    expect([...results.values()]).toEqual(Array.from({ length: NODES }, () => `${'+-'.repeat(9)}+`));
  });

  test('a node that was only counted on is a recent one', async () => {
    await ingest(graph, COUNT, [{ n: 'recent' }]);
    const recent = await (await graph.query('CALL recentNodeIds(100) YIELD nodeId RETURN nodeId')).rows();
    const id = await (
      await graph.query(`MATCH (n) WHERE id(n) = idFrom('switch', ${tests}, 'recent') RETURN strId(n)`)
    ).rows();
    expect(recent).toContainEqual(id[0]);
  });

  test('a node that sleeps is told of record by record too', async () => {
    const results = await resultsByNode(graph, 'MATCH (n:Switch) WHERE n.on = true RETURN id(n) AS n');
    await ingest(graph, SWITCH, [{ n: 1, on: false }]);
    await (await graph.query(`CALL debug.sleep(idFrom('switch', ${tests}, 1))`)).rows();
    await ingest(
      graph,
      SWITCH,
      [true, false, true, false].map(on => ({ n: 1, on })),
    );
    expect([...results.values()]).toEqual(['+-+-']);
  });

  test('the last record decides, whichever clause it writes with', async () => {
    const query = `MATCH (n) WHERE id(n) = idFrom('switch', $that.test, $that.n)
      FOREACH (_ IN CASE WHEN $that.on THEN [1] ELSE [] END | SET n.on = true)
      FOREACH (_ IN CASE WHEN $that.on THEN [] ELSE [1] END | REMOVE n.on)`;
    await ingest(graph, query, [
      { n: 1, on: false },
      { n: 1, on: true },
    ]);
    const read = `MATCH (n) WHERE id(n) = idFrom('switch', ${tests}, 1) RETURN n.on`;
    const rows = await (await graph.query(read)).rows();
    expect(rows).toEqual([[true]]);
  });

  test('a record reads what an earlier one wrote to a node that it finds over an edge', async () => {
    await ingest(
      graph,
      "MATCH (n), (sum) WHERE id(n) = idFrom('n', $that.n) AND id(sum) = idFrom('sum') CREATE (n)-[:of]->(sum)",
      Array.from({ length: 50 }, (_, n) => ({ n })),
    );
    await ingest(
      graph,
      `MATCH (n)-[:of]->(sum) WHERE id(n) = idFrom('n', $that.n)
       WITH sum, coalesce(sum.total, 0) AS before SET sum.total = before + 1`,
      Array.from({ length: 50 }, (_, n) => ({ n })),
    );
    const rows = await (await graph.query("MATCH (n) WHERE id(n) = idFrom('sum') RETURN n.total")).rows();
    expect(rows).toEqual([[50]]);
  });
});
