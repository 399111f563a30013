/** Procedures that inspect nodes, put them to sleep and purge them, and procedures that tap results. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatNodeId, idFrom, type Value, type ValueMap } from '@weir/model';
import { ofTier } from '@weir/platform/testing';
import { openGraph } from './open-graph.js';
import type { OpenOptions } from './open-options.js';
import type { StandingHandle, StandingOutput, StreamingGraph } from '@weir/contract';

const layouts: readonly OpenOptions[] = [
  { shards: 2, workers: 0 },
  { shards: 4, workers: ofTier({ fast: 1, nightly: 2 }) },
];
const textId = (name: string): string => formatNodeId(idFrom([name])!);

async function rowsOf(graph: StreamingGraph, query: string, atTime?: number): Promise<Value[][]> {
  return (await graph.query(query, atTime === undefined ? {} : { atTime })).rows();
}

/** Returns the single row as a map. */
async function rowOf(graph: StreamingGraph, query: string): Promise<ValueMap> {
  const run = await graph.query(query);
  const [row] = await run.rows();
  return Object.fromEntries(run.columns.map((column, i) => [column, row![i]!]));
}

/** Registers a standing query in which a is the parent of b: `(a)-[:parent]->(b)` where b has `x`. */
async function registerParents(graph: StreamingGraph, name = 'parents'): Promise<StandingHandle> {
  return graph.registerStanding({
    name,
    query: 'MATCH (a)-[:parent]->(b) WHERE exists(a.x) AND exists(b.x) RETURN DISTINCT strId(a) AS id',
    mode: 'DistinctId',
    includeCancellations: true,
    inputBufferSize: 32,
  });
}

const WRITE_PAIR =
  'MATCH (a), (b) WHERE id(a) = idFrom("a") AND id(b) = idFrom("b") ' +
  'SET a:Person, a.x = 1, b.x = 1.5 CREATE (a)-[:parent]->(b)';

describe.each(layouts)('with %j', layout => {
  let graph: StreamingGraph;
  beforeEach(async () => (graph = await openGraph(layout)));
  afterEach(() => graph.close());

  test('debug.node shows properties, labels, half edges, journal and standing queries', async () => {
    const parents = await registerParents(graph);
    await rowsOf(graph, WRITE_PAIR);
    await graph.idle();
    const found = await rowOf(graph, 'CALL debug.node(idFrom("a"))');
    expect(found).toMatchObject({
      atTime: null,
      properties: { x: '1' },
      labels: ['Person'],
      edges: [{ edgeType: 'parent', direction: 'Outgoing', other: textId('b') }],
      subscribers: [{ query: parents.id, receiver: parents.id }],
      subscriptions: [{ query: parents.id, receiver: textId('b') }],
      multipleValuesStandingQueryStates: [
        {
          standingQuery: 'parents',
          id: parents.id,
          part: 0,
          active: true,
          subscribers: [],
          reports: [{ neighbour: textId('b'), matches: true }],
        },
      ],
    });
    const events = (found['journal'] as ValueMap[]).map(event => event['event']);
    expect(events).toEqual(
      expect.arrayContaining(['PropertySet', 'LabelAdded', 'EdgeAdded', 'StandingQuery']),
    );
    expect(found['latestUpdateMillisAfterSnapshot']).toEqual(expect.any(Number));
    const again = await rowOf(graph, 'CALL debug.node(idFrom("a")) YIELD graphNodeHashCode RETURN *');
    expect(again['graphNodeHashCode']).toEqual(found['graphNodeHashCode']);
    await rowsOf(graph, 'MATCH (a) WHERE id(a) = idFrom("a") SET a.x = 2');
    const changed = await rowOf(graph, 'CALL debug.node(idFrom("a")) YIELD graphNodeHashCode RETURN *');
    expect(changed['graphNodeHashCode']).not.toEqual(found['graphNodeHashCode']);
    expect(await rowOf(graph, 'CALL debug.node(idFrom("nobody"))')).toMatchObject({
      properties: {},
      edges: [],
      journal: [],
      latestUpdateMillisAfterSnapshot: null,
    });
  });

  test('subscribers and subscriptions list both directions and the reported values', async () => {
    const { id } = await registerParents(graph);
    await rowsOf(graph, WRITE_PAIR);
    await graph.idle();
    const seen = async (): Promise<Value[][]> => [
      ...(await rowsOf(graph, 'CALL subscribers(idFrom("a"))')),
      ...(await rowsOf(graph, 'CALL subscriptions(idFrom("a"))')),
      ...(await rowsOf(graph, 'CALL subscribers(idFrom("b"))')),
      ...(await rowsOf(graph, 'CALL subscriptions(idFrom("b"))')),
    ];
    expect(await seen()).toEqual([
      [id, 0, id, true],
      [id, 0, textId('b'), true],
      [id, 1, textId('a'), true],
    ]);
    await rowsOf(graph, 'MATCH (b) WHERE id(b) = idFrom("b") REMOVE b.x');
    await graph.idle();
    expect((await seen())[0]).toEqual([id, 0, id, false]);
  });

  test('debug.sleep puts a node to sleep; it is unchanged when it wakes', async () => {
    await rowsOf(graph, WRITE_PAIR);
    const awake = async (): Promise<number> =>
      (await graph.admin.shards.status()).reduce((sum, shard) => sum + shard.awakeNodes, 0);
    const before = await awake();
    await rowsOf(graph, 'CALL debug.sleep(idFrom("b"))');
    expect(await awake()).toBe(before - 1);
    expect(await rowsOf(graph, 'MATCH (b) WHERE id(b) = idFrom("b") RETURN b.x > 1')).toEqual([[true]]);
  });

  test('queries of streams and outputs cannot administer, even nested in other queries', async () => {
    const lane = { name: 's', parameter: 'that', parallelism: 1 };
    await expect(graph.openLane({ ...lane, query: 'CALL debug.sleep(idFrom($that))' })).rejects.toMatchObject(
      { code: 'access.denied' },
    );
    const inner = await graph.openLane({
      ...lane,
      query: "CALL cypher.doIt('CALL debug.sleep(idFrom(1))') YIELD value RETURN value",
    });
    const [outcome] = await inner.runValues([1]);
    expect(outcome).toMatchObject({ error: { code: 'access.denied' } });
    await inner.close();
  });

  test('purgeNode removes a node and its history, retracts matches, and leaves neighbors unchanged', async () => {
    const parents = await registerParents(graph);
    const results: StandingOutput[] = [];
    parents.subscribe(async some => void results.push(...some));
    await rowsOf(graph, WRITE_PAIR);
    await graph.idle();
    await rowsOf(graph, 'MATCH (b) WHERE id(b) = idFrom("b") CALL purgeNode(b)');
    await graph.idle();
    expect(results.map(result => result.isPositiveMatch)).toEqual([true, false]);
    const purged = await rowOf(graph, 'CALL debug.node(idFrom("b"))');
    expect(purged).toMatchObject({ properties: {}, labels: [], edges: [] });
    const left = (purged['journal'] as ValueMap[]).map(event => event['event']);
    expect(left.filter(event => event !== 'StandingQuery')).toEqual([]);
    const before = Date.now() - 1;
    expect(await rowsOf(graph, 'MATCH (b) WHERE id(b) = idFrom("b") RETURN b.x', before)).toEqual([[null]]);
    expect(await rowsOf(graph, 'MATCH (n) RETURN strId(n)')).toEqual([[textId('a')]]);
    expect(await rowOf(graph, 'CALL debug.node(idFrom("a"))')).toMatchObject({
      edges: [{ other: textId('b') }],
    });
    // The subscription of a to b was not removed with b.
    await rowsOf(graph, WRITE_PAIR);
    await graph.idle();
    expect(results.map(result => result.isPositiveMatch)).toEqual([true, false, true]);
  });

  test('purgeNode of a node that never existed, and in the past', async () => {
    await rowsOf(graph, 'CALL purgeNode(idFrom("nobody"))');
    await expect(rowsOf(graph, 'CALL purgeNode(idFrom("b"))', 1)).rejects.toMatchObject({
      code: 'graph.historical-write',
    });
    await expect(rowsOf(graph, 'CALL purgeNode(1)')).rejects.toMatchObject({ code: 'cypher.runtime' });
  });

  test('standing.wiretap yields results as they arrive, and stops', async () => {
    const parents = await registerParents(graph);
    const run = await graph.query(
      'CALL standing.wiretap({name: "parents"}) YIELD data, meta ' +
        'MATCH (n) WHERE id(n) = quineId(data.id) RETURN data.id AS id, n.x AS x, meta.isPositiveMatch AS positive LIMIT 2',
    );
    const rows = run.rows();
    let finished = false;
    void rows.finally(() => (finished = true));
    for (let i = 0; !finished; i++) {
      await rowsOf(
        graph,
        `MATCH (a), (b) WHERE id(a) = idFrom("a", ${i}) AND id(b) = idFrom("b") ` +
          `SET a.x = ${i}, b.x = 1 CREATE (a)-[:parent]->(b)`,
      );
    }
    for (const [id, x, positive] of await rows) {
      expect([typeof id, typeof x, positive]).toEqual(['string', 'number', true]);
    }
    expect(await rows).toHaveLength(2);

    const quiet = await graph.query('CALL standing.wiretap({id: $id}) YIELD data RETURN data', {
      parameters: { id: parents.id },
      timeout: 20,
    });
    await expect(quiet.rows()).rejects.toMatchObject({ code: 'cypher.timeout' });

    const ended = (await graph.query('CALL standing.wiretap({name: "parents"})')).rows();
    await parents.remove();
    // The call may be too late.
    await expect(ended.catch((error: { code: string }) => error.code)).resolves.toEqual(
      expect.anything() as unknown,
    );
  });

  test('standing.wiretap holds results back until its rows are read; a closing graph does not wait for it', async () => {
    const parents = await registerParents(graph);
    const run = await graph.query('CALL standing.wiretap({name: "parents"}) YIELD data RETURN data');
    const batches = run.batches()[Symbol.asyncIterator]();
    const write = (i: number): Promise<unknown> =>
      rowsOf(
        graph,
        `MATCH (a), (b) WHERE id(a) = idFrom("a", ${i}) AND id(b) = idFrom("b") ` +
          `SET a.x = ${i}, b.x = 1 CREATE (a)-[:parent]->(b)`,
      );
    let isHere = false;
    const first = batches.next().then(() => (isHere = true));
    let i = 0;
    while (!isHere) await write(i++);
    await first;
    await write(i);
    while (parents.stats().bufferSize === 0) await rowsOf(graph, 'RETURN 1');
    for (let again = 0; again < 4; again++) await rowsOf(graph, 'RETURN 1');
    expect(parents.stats().bufferSize).toBeGreaterThan(0);
  });
});

test('a purged node stays removed after a restart, and its neighbors can still find it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'weir-purge-'));
  const store = { type: 'embedded', path } as const;
  try {
    const first = await openGraph({ store, shards: 2, workers: 1 });
    await registerParents(first);
    await rowsOf(first, WRITE_PAIR);
    await rowsOf(first, 'CALL purgeNode(idFrom("b"))');
    await first.close();
    const second = await openGraph({ store, workers: 0 });
    const results: StandingOutput[] = [];
    second.standing('parents')!.subscribe(async some => void results.push(...some));
    expect(await rowsOf(second, 'MATCH (n) RETURN strId(n)')).toEqual([[textId('a')]]);
    await rowsOf(second, WRITE_PAIR);
    await second.idle();
    expect(results.map(result => result.isPositiveMatch)).toEqual([true]);
    await second.close();
  } finally {
    await rm(path, { recursive: true });
  }
});

test.each([
  ['{}', 'One of `name` or `id` needs to be specified'],
  ['{name: "parents", id: "x"}', 'Only one of `name` or `id` needs to be specified'],
  ['{name: "none"}', 'Cannot find standing query with name `none`'],
  ['{id: "x"}', 'Expected standing query ID to be UUID, but got `x`'],
  [
    '{id: "00000000-0000-4000-8000-000000000000"}',
    'Cannot find standing query with id `00000000-0000-4000-8000-000000000000`',
  ],
  ['{names: "x"}', 'Unknown fields in options map: `names`'],
])('standing.wiretap(%s)', async (options, message) => {
  const graph = await openGraph({ shards: 1, workers: 0 });
  await registerParents(graph);
  await expect(rowsOf(graph, `CALL standing.wiretap(${options})`)).rejects.toMatchObject({
    code: 'cypher.runtime',
    message: `RuntimeError ${message}`,
  });
  await graph.close();
});
