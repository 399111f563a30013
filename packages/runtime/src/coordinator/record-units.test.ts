/**
 * A record is a unit. A change and its reversal by a later record are two results, even if both run in one batch, and a
 * later record reads the writes of an earlier one.
 */
import { SeededRandom } from '@weir/platform';
import { inNightlyTier, randomTest } from '@weir/platform/testing';
import type { LaneDefinition, StreamingGraph } from '@weir/contract';
import type { OpenOptions } from './open-options.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { openGraph } from './open-graph.js';

const LAYOUTS: readonly OpenOptions[] = [
  { shards: 1, workers: 0 },
  { shards: 8, workers: 0 },
  { shards: 8, workers: 2 },
  ...inNightlyTier([
    { shards: 2, workers: 1 },
    { shards: 4, workers: 3 },
  ]),
];
/** Fewer nodes than records, and more records than a batch. */
const NODES = 7;
const RECORDS = 600;

/** Each test has separate nodes. */
let tests = 0;

const SWITCH = `MATCH (n) WHERE id(n) = idFrom('switch', $that.test, $that.n)
  SET n:Switch WITH n WHERE true SET n.on = $that.on`;
const COUNT = `MATCH (n) WHERE id(n) = idFrom('switch', $that.test, $that.n) CALL int.add(n, 'count', 1) YIELD result RETURN result`;

async function ingest(
  graph: StreamingGraph,
  query: string,
  records: readonly object[],
  options: Partial<LaneDefinition> = {},
): Promise<void> {
  const lane = await graph.openLane({
    name: 'records',
    query,
    parameter: 'that',
    format: JSON_LINES,
    ...options,
  });
  const lines = records.map(record => JSON.stringify({ ...record, test: tests }));
  const outcome = await lane.runChunk(chunkOf(lines, 0));
  expect(outcome).toMatchObject({ done: records.length, rejected: 0 });
  await lane.close();
  await graph.idle();
}

/** `+` and `-` of each row, in order of arrival. */
async function resultsByRow(graph: StreamingGraph, query: string): Promise<Map<string, string>> {
  const results = new Map<string, string>();
  const options = { name: `on-${followed++}`, query, mode: 'MultipleValues', inputBufferSize: 32 } as const;
  const handle = await graph.registerStanding({ ...options, includeCancellations: true });
  handle.subscribe(async some => {
    for (const { isPositiveMatch, data } of some) {
      const row = JSON.stringify(data);
      results.set(row, (results.get(row) ?? '') + (isPositiveMatch ? '+' : '-'));
    }
  });
  return results;
}
let followed = 0;

/** `+` and `-` of each node, in order of arrival. */
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

  test('reports transient matches within a batch, record by record', async () => {
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

  test('a record that undoes its own change yields no result', async () => {
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

  test('reports each time that a counter meets its threshold', async () => {
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

  test('lists a node as recent that was only incremented', async () => {
    await ingest(graph, COUNT, [{ n: 'recent' }]);
    const recent = await (await graph.query('CALL recentNodeIds(100) YIELD nodeId RETURN nodeId')).rows();
    const id = await (
      await graph.query(`MATCH (n) WHERE id(n) = idFrom('switch', ${tests}, 'recent') RETURN strId(n)`)
    ).rows();
    expect(recent).toContainEqual(id[0]);
  });

  test('reports record by record for a node that sleeps', async () => {
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

/** Patterns over several nodes, wherever they are hosted. */
const OVER_NODES = [
  `MATCH (a:Place)-[e:next {open: true}]->(b:Place)-[f:next {open: true}]->(c) WHERE a.on = true AND b.on = true AND c.on = true
   RETURN strId(a) AS a, strId(b) AS b, strId(c) AS c`,
  `MATCH (a:Place)-[:next]->(b) WHERE NOT EXISTS { MATCH (b)-[:next]->(c) WHERE c.on = true } RETURN strId(a) AS a, b.on AS on`,
  'MATCH (a:Place)-[:next]->(b) WHERE b.on = true RETURN strId(a) AS a, count(*) AS many',
];
const PLACES = 6;
/** Each record changes one thing, so that its consequences have only one possible order. */
const CHANGE = `MATCH (a), (b) WHERE id(a) = idFrom('place', $that.test, $that.a) AND id(b) = idFrom('place', $that.test, $that.b)
  FOREACH (_ IN CASE $that.do WHEN 'on' THEN [1] ELSE [] END | SET a.on = $that.yes)
  FOREACH (_ IN CASE WHEN $that.do = 'label' AND $that.yes THEN [1] ELSE [] END | SET a:Place)
  FOREACH (_ IN CASE WHEN $that.do = 'label' AND NOT $that.yes THEN [1] ELSE [] END | REMOVE a:Place)
  FOREACH (_ IN CASE $that.do WHEN 'link' THEN [1] ELSE [] END | CREATE (a)-[:next]->(b))`;
const CHANGE_EDGE = `MATCH (a) WHERE id(a) = idFrom('place', $that.test, $that.a) MATCH (a)-[e:next]->(b)
  WHERE id(b) = idFrom('place', $that.test, $that.b)
  FOREACH (_ IN CASE WHEN $that.do = 'open' THEN [1] ELSE [] END | SET e.open = $that.yes)
  FOREACH (_ IN CASE WHEN $that.do = 'cut' THEN [1] ELSE [] END | DELETE e)`;

function changesOf(seed: number): { readonly query: string; readonly records: readonly object[] }[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: 8 }, (_, batch) => {
    const kinds = batch % 2 === 0 ? ['on', 'on', 'label', 'link', 'link'] : ['open', 'open', 'open', 'cut'];
    const records = Array.from({ length: 12 }, () => ({
      do: random.pick(kinds),
      a: random.below(PLACES),
      b: random.below(PLACES),
      yes: random.below(3) > 0,
    }));
    return { query: batch % 2 === 0 ? CHANGE : CHANGE_EDGE, records };
  });
}

describe('a match that needs several nodes', () => {
  const { seed: SEED, cases: CASES } = randomTest('order of records');
  const layouts: readonly OpenOptions[] = [
    { shards: 8, workers: 2 },
    ...inNightlyTier([
      { shards: 4, workers: 1 },
      { shards: 8, workers: 4 },
    ]),
  ];

  /** Returns the reported changes for each seed, one line for each row and query. */
  async function resultsOf(
    layout: OpenOptions,
    apply: (graph: StreamingGraph, query: string, records: readonly object[]) => Promise<void>,
  ): Promise<string[][]> {
    const graph = await openGraph(layout);
    try {
      const reported: string[][] = [];
      for (let seed = SEED; seed < SEED + CASES; seed++) {
        tests++;
        const results = await Promise.all(OVER_NODES.map(query => resultsByRow(graph, query)));
        for (const { query, records } of changesOf(seed)) await apply(graph, query, records);
        await graph.idle();
        reported.push(results.flatMap((rows, i) => [...rows].map(row => `${i} ${row.join(' ')}`)).sort());
        for (let i = 1; i <= OVER_NODES.length; i++) await graph.standing(`on-${followed - i}`)!.remove();
      }
      return reported;
    } finally {
      await graph.close();
    }
  }

  test(`reports the consecutive changes of ${CASES} random streams from seed ${SEED} on in order`, async () => {
    const first = tests;
    const expected = await resultsOf({ shards: 1, workers: 0 }, async (graph, query, records) => {
      for (const record of records) await ingest(graph, query, [record]);
    });
    expect(expected.flat().length).toBeGreaterThan(5 * CASES);
    for (const layout of layouts) {
      tests = first;
      const reported = await resultsOf(layout, (graph, query, records) =>
        ingest(graph, query, records, { parallelism: 1 }),
      );
      expect(reported).toEqual(expected);
    }
  });

  // A slow format is parsed in parts, across which the order holds too.
  const SLOW_LINES = { ...JSON_LINES, options: { millisPerRecord: 4 } };
  const formats = [
    ...layouts.map(layout => ({ ...layout, isSlow: false })),
    ...inNightlyTier(layouts.map(layout => ({ ...layout, isSlow: true }))),
  ];

  test.each(formats)('reports a change and its reversal by a later record with %j', async each => {
    const { isSlow, ...layout } = each;
    const format = isSlow ? SLOW_LINES : JSON_LINES;
    const graph = await openGraph(layout);
    tests++;
    const random = new SeededRandom(SEED);
    try {
      const chain = `MATCH (a), (b) WHERE id(a) = idFrom('place', $that.test, $that.a) AND id(b) = idFrom('place', $that.test, $that.b)
        SET a:Place, b:Place CREATE (a)-[e:next]->(b) SET e.open = true`;
      const places = Array.from({ length: 40 }, (_, a) => ({ a, b: 1000 + a, yes: true }));
      await ingest(graph, chain, [...places, ...places.map(({ b }) => ({ a: b, b: b + 1000 }))]);
      const results = await resultsByRow(
        graph,
        `MATCH (a:Place)-[:next {open: true}]->(b:Place)-[:next]->(c:Place) WHERE a.on = true AND a.count % 2 = 1
         RETURN strId(c) AS c`,
      );
      const set = `MATCH (a) WHERE id(a) = idFrom('place', $that.test, $that.a) SET a.on = $that.yes`;
      const count = `MATCH (a) WHERE id(a) = idFrom('place', $that.test, $that.a) CALL int.add(a, 'count', 1) YIELD result RETURN result`;
      await ingest(graph, count, places);
      // Each place changes with every other record about it, in the same batch or a later one.
      const states = places.map(() => 0);
      const records = Array.from({ length: 600 }, () => {
        const a = random.below(places.length);
        return { a, yes: ++states[a]! % 2 === 1 };
      });
      await ingest(graph, set, records, { format });
      const expected = states.map(changes => '+-'.repeat(changes).slice(0, changes)).sort();
      expect([...results.values()].sort()).toEqual(expected);
      // Switches all on, and counts that: from odd to even and back.
      await ingest(graph, set, places);
      const now = states.map(changes => (changes % 2 === 1 ? changes : changes + 1));
      await ingest(graph, count, [...places, ...places, ...places, ...places, ...places]);
      const counted = now.map(changes => `${'+-'.repeat(changes).slice(0, changes)}-+-+-`).sort();
      expect([...results.values()].sort()).toEqual(counted);
    } finally {
      await graph.close();
    }
  });
});
