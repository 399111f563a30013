import { API, clientOfService, until } from '../../testing/client-of-service.js';
import { startWeir } from '../../testing/start-weir.js';

const client = clientOfService({ settings: { 'cypher.limits.row-length': 200_000 } });
const { ask, cypher } = client;

describe('queries', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['RETURN $x + $y AS three', { x: 1, y: 2 }, '{"columns":["three"],"results":[[3]]}'],
    ['RETURN 1.0 AS f, [true, null] AS l', {}, '{"columns":["f","l"],"results":[[1.0,[true,null]]]}'],
    ['UNWIND [1, 2, 3] AS x RETURN x', {}, '{"columns":["x"],"results":[[1],[2],[3]]}'],
    ['MATCH (n) WHERE id(n) = idFrom("none") SET n.x = 1', {}, '{"columns":[],"results":[]}'],
  ])('%s', async (text, parameters, expected) => {
    expect(await cypher(text, parameters)).toMatchObject({ status: 200, text: expected });
  });

  test('keeps integers beyond doubles exact in both directions', async () => {
    const body = '{"text":"RETURN $x AS x, $y AS y","parameters":{"x":9007199254740993,"y":1e400}}';
    const answer = await ask('POST', `${API}/query/cypher`, body);
    expect(answer.text).toBe('{"columns":["x","y"],"results":[[9007199254740993,"Infinity"]]}');
  });

  test('reads YAML and plain text too', async () => {
    const yaml = await ask(
      'POST',
      `${API}/query/cypher`,
      'text: RETURN $x AS x\nparameters: { x: 7 }',
      'application/yaml',
    );
    const text = await ask('POST', `${API}/query/cypher`, 'RETURN 7 AS x', 'text/plain; charset=UTF-8');
    expect([yaml.text, text.text]).toEqual(Array(2).fill('{"columns":["x"],"results":[[7]]}'));
  });

  test('PROFILE runs the query and shows what each operator did', async () => {
    const answer = await cypher(
      'profile UNWIND range(1, 3) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n.p = i',
    );
    const { columns, results } = JSON.parse(answer.text) as {
      columns: string[];
      results: [[{ operatorType: string; args: { rows: number; timeMillis: number } }]];
    };
    expect([columns, results.length]).toEqual([['plan'], 1]);
    expect(results[0][0]).toMatchObject({ operatorType: 'Set', args: { rows: 3 } });
    expect(results[0][0].args.timeMillis).toBeGreaterThanOrEqual(0);
    const found = await cypher('MATCH (n) WHERE id(n) = idFrom(2) RETURN n.p AS p');
    expect(found.text).toBe('{"columns":["p"],"results":[[2]]}');
  });

  test.each([
    'explain MATCH (n) WHERE id(n) = idFrom("explained") SET n.x = 1',
    '/* what would it do? */ EXPLAIN MATCH (n) WHERE id(n) = idFrom("explained") SET n.x = $given',
  ])('%s shows the plan and runs nothing', async text => {
    const answer = await cypher(text);
    const { columns, results } = JSON.parse(answer.text) as {
      columns: string[];
      results: [[Record<string, unknown>]];
    };
    expect(columns).toEqual(['plan']);
    expect(Object.keys(results[0][0])).toEqual([
      'args',
      'canContainAllNodeScan',
      'children',
      'identifiers',
      'isIdempotent',
      'isReadOnly',
      'operatorType',
    ]);
    expect(results[0][0]).toMatchObject({ canContainAllNodeScan: false, isReadOnly: false });
    const after = await cypher('MATCH (n) WHERE id(n) = idFrom("explained") RETURN n.x AS x');
    expect(after.text).toBe('{"columns":["x"],"results":[[null]]}');
  });

  test('returns nodes and edges as the exploration page draws them', async () => {
    await cypher(
      'MATCH (a), (b) WHERE id(a) = idFrom("a") AND id(b) = idFrom("b") ' +
        'SET a.name = "Ann", a:Person:Admin, b.x = 1 CREATE (a)-[:KNOWS]->(b)',
    );
    const nodes = await ask('POST', `${API}/query/cypher/nodes`, {
      text: 'MATCH (n) WHERE id(n) = idFrom("a") RETURN n, null AS nothing, n AS m',
    });
    const [a] = JSON.parse(nodes.text) as { id: string }[];
    const node = { id: a!.id, hostIndex: 0, label: 'Admin:Person', properties: { name: 'Ann' } };
    expect(JSON.parse(nodes.text)).toEqual([node, node]);
    const edges = await ask('POST', `${API}/query/cypher/edges`, {
      text: 'MATCH (n)-[e]->(m) WHERE id(n) = idFrom("a") RETURN e',
    });
    expect(JSON.parse(edges.text)).toMatchObject([{ from: a!.id, edgeType: 'KNOWS', isDirected: true }]);
  });

  test('streams a large response completely', async () => {
    const answer = await cypher(`UNWIND range(1, 60000) AS i RETURN i, '${'x'.repeat(60)}' AS text`);
    const { results } = JSON.parse(answer.text) as { results: [number, string][] };
    expect(results.length).toBe(60_000);
    expect(results.at(-1)).toEqual([60_000, 'x'.repeat(60)]);
    expect(answer.headers.get('content-length')).toBeNull();
  });

  test('breaks a response off if an error follows its first part', async () => {
    const failing = `UNWIND range(1, 60000) AS i RETURN '${'x'.repeat(60)}' AS text, 1 / (60000 - i) AS y`;
    await expect(cypher(failing)).rejects.toThrow();
    expect((await cypher('RETURN 1 AS x')).status).toBe(200);
  });
});

test.each([
  ['its request', '?timeout=20', {}],
  ['the settings', '', { 'cypher.limits.time': '20ms' }],
])('stops a query that exceeds the time limit of %s', async (_, limit, settings) => {
  const threaded = await startWeir({ settings: { workers: 1, ...settings } });
  const response = await fetch(`${threaded.url}${API}/query/cypher${limit}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: 'UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y WITH x WHERE x % 1000 = 0 RETURN x',
  });
  expect([response.status, response.headers.get('weir-error-code')]).toEqual([503, 'cypher.timeout']);
  await threaded.stop();
});

describe('large rows', () => {
  const text = (length: number): string =>
    `RETURN substring(reduce(s = 'x', i IN range(1, 21) | s + s), 0, ${length}) AS s`;

  test('returns a row up to the limit', async () => {
    const answer = await client.cypher(text(100_000));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ columns: ['s'], results: [['x'.repeat(100_000)]] });
  });

  test('rejects a row beyond the limit and names the limit', async () => {
    const answer = await client.cypher(text(200_000));
    expect([answer.status, answer.code]).toEqual([400, 'cypher.runtime']);
    expect(answer.text).toContain('200000 characters, the limit set by cypher.limits.row-length');
  });

  test('allows a response larger than the row limit', async () => {
    const answer = await client.cypher(`UNWIND range(1, 50) AS i ${text(100_000)}`);
    expect((JSON.parse(answer.text) as { results: string[][] }).results.map(([s]) => s!.length)).toEqual(
      Array(50).fill(100_000),
    );
  });
});

test('completes a deletion in progress when its client disconnects', async () => {
  const edges = 10_000;
  await cypher(
    `UNWIND range(1, ${edges}) AS i MATCH (h), (m) WHERE id(h) = idFrom('hub') AND id(m) = idFrom('leaf', i)
     SET h:Hub CREATE (h)-[:TO]->(m)`,
  );
  const left = async (): Promise<string> =>
    (await cypher("MATCH (h)-[e:TO]->() WHERE id(h) = idFrom('hub') RETURN count(e)")).text;
  const inAnswer = (count: number): string => `"results":[[${count}]]`;
  expect(await left()).toContain(inAnswer(edges));
  const leaving = new AbortController();
  const deletion = fetch(`${client.service.url}${API}/query/cypher`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: "MATCH (h) WHERE id(h) = idFrom('hub') DETACH DELETE h",
    signal: leaving.signal,
  }).catch(() => undefined);
  await until(left, text => !text.includes(inAnswer(edges)));
  leaving.abort();
  await deletion;
  await until(left, text => text.includes(inAnswer(0)));
  const halves = await cypher('MATCH (m)<-[e:TO]-() RETURN count(e)');
  expect(halves.text).toContain(inAnswer(0));
  await until(
    async () => (await cypher('MATCH (h:Hub) RETURN count(h)')).text,
    text => text.includes(inAnswer(0)),
  );
});
