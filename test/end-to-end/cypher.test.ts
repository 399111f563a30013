/** The query endpoints: requests, and the form of returned values. */
import { GatewayProcess } from '../support/gateway-process.js';
import { V1Client } from '../support/v1-client.js';

let gateway: GatewayProcess;
let api: V1Client;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  api = new V1Client(gateway);
  await api.cypher(
    `MATCH (a), (b) WHERE id(a) = idFrom('ann') AND id(b) = idFrom('bob')
     SET a = {name: 'Ann', big: 9007199254740993, score: 1.0, nested: {list: [1, 2.5, null, 'x']}}, a:Person:Admin,
         b.name = 'Bob'
     CREATE (a)-[:knows]->(b)`,
  );
});
afterAll(async () => {
  expect(await gateway.stop()).toBe(0);
});

async function answer(text: string, parameters?: string): Promise<string> {
  const json = parameters !== undefined;
  const response = await gateway.fetch('/api/v1/query/cypher', {
    method: 'POST',
    headers: { 'content-type': json ? 'application/json' : 'text/plain' },
    body: json ? `{"text":${JSON.stringify(text)},"parameters":${parameters}}` : text,
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return response.text();
}

test.each<[expression: string, json: string]>([
  ['9223372036854775807', '9223372036854775807'],
  ['-9223372036854775807 - 1', '-9223372036854775808'],
  ['9007199254740993 + 1', '9007199254740994'],
  ['1.0', '1.0'],
  ['0.1 + 0.2', '0.30000000000000004'],
  ['1e10', '1.0E10'],
  ['7 / 2', '3'],
  ['7 / 2.0', '3.5'],
  ["datetime('2017-10-29T00:00[Europe/Berlin]').offset", '"+02:00"'],
  ["toString(duration.inSeconds(datetime('2017-10-29T00:00[Europe/Berlin]'), localtime('04:00')))", '"PT5H"'],
  ['0.0 / 0.0', '"NaN"'],
  ['1 = 1.0', 'true'],
  ['null', 'null'],
  ['"q\\"ü\\n"', '"q\\"ü\\n"'],
  ['[1, [2.0, {}], true]', '[1,[2.0,{}],true]'],
  ['{b: 2, a: {c: null}}', '{"a":{"c":null},"b":2}'],
  ["idFrom('name', 'Harry Potter')", '"761f620a-0f48-3f92-9464-2526642cc430"'],
])('RETURN %s', async (expression, json) => {
  expect(await answer(`RETURN ${expression} AS value`)).toBe(`{"columns":["value"],"results":[[${json}]]}`);
});

test.each<[json: string, returned: string]>([
  ['9223372036854775806', '9223372036854775806'],
  ['1.0', '1'],
  ['1.5', '1.5'],
  ['{"a":[1,{"b":null}]}', '{"a":[1,{"b":null}]}'],
])('returns parameter %s as %s', async (json, returned) => {
  expect(await answer('RETURN $p', `{"p":${json}}`)).toBe(`{"columns":["$p"],"results":[[${returned}]]}`);
});

test('returns nodes, edges and columns', async () => {
  const text = `MATCH (a)-[e:knows]->(b) WHERE id(a) = idFrom('ann') RETURN a, e, b.name AS other`;
  const [[ann, bob]] = (await api.cypher(`RETURN idFrom('ann'), idFrom('bob')`)) as [[string, string]];
  expect(await answer(text)).toBe(
    `{"columns":["a","e","other"],"results":[[` +
      `{"id":"${ann}","labels":["Admin","Person"],"properties":` +
      `{"big":9007199254740993,"name":"Ann","nested":{"list":[1,2.5,null,"x"]},"score":1.0}},` +
      `{"start":"${ann}","end":"${bob}","name":"knows","properties":{}},"Bob"]]}`,
  );
});

test('returns results in the form of the exploration page', async () => {
  const [[ann, bob]] = (await api.cypher(`RETURN idFrom('ann'), idFrom('bob')`)) as [[string, string]];
  const text = `MATCH (a)-[e]->(b) WHERE id(a) = idFrom('ann')`;
  expect(
    await api.call('POST', '/query/cypher/nodes', 200, { text: `${text} RETURN a, b, null` }),
  ).toMatchObject([
    { id: ann, hostIndex: 0, label: 'Admin:Person', properties: { name: 'Ann', score: 1 } },
    { id: bob, hostIndex: 0, label: `ID: ${bob}`, properties: { name: 'Bob' } },
  ]);
  expect(await api.call('POST', '/query/cypher/edges', 200, { text: `${text} RETURN e` })).toEqual([
    { from: ann, edgeType: 'knows', to: bob, isDirected: true },
  ]);
  await api.call('POST', '/query/cypher/nodes', 400, { text: 'RETURN 1' });
});

test('a query that only writes returns no columns and rows', async () => {
  expect(await answer(`CREATE (n:Fresh)`)).toBe('{"columns":[],"results":[]}');
  expect(await api.cypher('MATCH (n:Fresh) RETURN count(n)')).toEqual([[1]]);
});

test('accepts a body in YAML', async () => {
  const response = await gateway.fetch('/api/v1/query/cypher', {
    method: 'POST',
    headers: { 'content-type': 'application/yaml' },
    body: 'text: RETURN $x + 1\nparameters:\n  x: 41\n',
  });
  expect(await response.text()).toBe('{"columns":["$x + 1"],"results":[[42]]}');
});

test('returns many rows completely and in order', async () => {
  const rows = await api.cypher('UNWIND range(1, 200000) AS i RETURN i, toString(i)');
  expect(rows).toHaveLength(200_000);
  expect(rows.every(([i, text], at) => i === at + 1 && text === String(i))).toBe(true);
});

test('applies a time limit to a query that reads nothing and finds nothing', async () => {
  const text =
    'UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = -1 RETURN a';
  const response = await gateway.fetch('/api/v1/query/cypher?timeout=200', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: text,
  });
  expect([response.status, response.headers.get('weir-error-code')]).toEqual([503, 'cypher.timeout']);
  expect(await api.cypher('RETURN 1')).toEqual([[1]]);
});
