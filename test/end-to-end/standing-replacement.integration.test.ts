/** A standing query gets another pattern under its name; its consumers stay and receive only the difference. */
import { GatewayProcess } from '../support/gateway-process.js';
import { ResultReader } from '../support/result-reader.js';
import { V1Client, type StandingInfo } from '../support/v1-client.js';

let gateway: GatewayProcess;
let api: V1Client;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  api = new V1Client(gateway);
});
afterEach(() => ResultReader.closeAll());
afterAll(() => gateway.stop());

function above(least: number, label: string): string {
  return `MATCH (n:${label}) WHERE n.x >= ${least} RETURN DISTINCT strId(n) AS id`;
}

async function set(label: string, n: number, x: number): Promise<string> {
  const [[id]] = (await api.cypher(
    `MATCH (n) WHERE id(n) = idFrom('${label}', ${n}) SET n:${label}, n.x = ${x} RETURN strId(n)`,
  )) as [[string]];
  return id;
}

function pattern(query: string): object {
  return { type: 'Cypher', query };
}

test('with a wider, narrower or equal pattern, later retractions have the ids of the first matches', async () => {
  await api.createStanding('width', above(5, 'W'), { outputs: { drop: { type: 'Drop' } } });
  const before = await api.standing('width');
  const reader = await ResultReader.open(gateway, 'width');
  const five = await set('W', 5, 5);
  const three = await set('W', 3, 3);
  const [first] = await reader.first(1);
  expect(first!.result).toMatchObject({ meta: { isPositiveMatch: true }, data: { id: five } });

  const wider = await api.call<StandingInfo>('PUT', '/query/standing/width', 200, {
    pattern: pattern(above(3, 'W')),
  });
  expect(wider).toMatchObject({
    internalId: before.internalId,
    outputs: before.outputs,
    pattern: { query: above(3, 'W') },
  });
  const [, second] = await reader.first(2);
  expect(second!.result).toMatchObject({
    meta: { isPositiveMatch: true, isInitialResult: true },
    data: { id: three },
  });

  const same = above(3, 'W').replace('DISTINCT', 'DISTINCT ');
  await api.call('PUT', '/query/standing/width', 200, { pattern: pattern(same) });
  await set('W', 5, 1);
  const third = (await reader.first(3))[2]!;
  expect(third).toMatchObject({ id: first!.id, result: { meta: { isPositiveMatch: false } } });

  await set('W', 5, 6);
  const fourth = (await reader.first(4))[3]!;
  await api.call('PUT', '/query/standing/width', 200, { pattern: pattern(above(6, 'W')) });
  const fifth = (await reader.first(5))[4]!;
  expect(fifth).toMatchObject({
    id: second!.id,
    result: { meta: { isPositiveMatch: false }, data: { id: three } },
  });
  await set('W', 5, 0);
  const sixth = (await reader.first(6))[5]!;
  expect(sixth).toMatchObject({ id: fourth.id, result: { meta: { isPositiveMatch: false } } });
  expect(reader.received).toHaveLength(6);
});

test('with other columns, all old rows end, and old results keep their columns', async () => {
  await api.createStanding('columns', above(0, 'C'));
  const reader = await ResultReader.open(gateway, 'columns');
  const id = await set('C', 1, 1);
  await reader.first(1);
  const query = 'MATCH (n:C) WHERE n.x >= 0 RETURN n.x AS x, strId(n) AS node';
  await api.call('PUT', '/query/standing/columns', 200, {
    pattern: { type: 'Cypher', query, mode: 'MultipleValues' },
  });
  const results = (await reader.first(3)).map(({ result }) => [result.meta.isPositiveMatch, result.data]);
  expect(results).toEqual([
    [true, { id }],
    [false, { id }],
    [true, { x: 1, node: id }],
  ]);
  const again = await ResultReader.open(gateway, 'columns', 'an id that is not kept');
  expect((await again.first(3)).map(({ result }) => result.data)).toEqual([
    { id },
    { id },
    { x: 1, node: id },
  ]);
});

test('an invalid pattern changes nothing, and an unknown name is not found', async () => {
  await api.createStanding('stays', above(0, 'S'));
  const reader = await ResultReader.open(gateway, 'stays');
  for (const query of ['MATCH (n RETURN n', 'MATCH (n) RETURN n ORDER BY n.x']) {
    await api.call('PUT', '/query/standing/stays', 400, { pattern: pattern(query) });
  }
  await api.call('PUT', '/query/standing/stays', 400, { pattern: pattern(above(1, 'S')), outputs: {} });
  await api.call('PUT', '/query/standing/none', 404, { pattern: pattern(above(1, 'S')) });
  const id = await set('S', 1, 1);
  expect((await reader.first(1))[0]!.result.data).toEqual({ id });
  expect((await api.standing('stays')).pattern).toMatchObject({ query: above(0, 'S') });
});

test.each([
  { path: '/api/v2/graph/quine/standingQueries/second', mode: 'DISTINCT_ID' },
  { path: '/api/v2/standing-queries/second', mode: 'DistinctId' },
])('PUT $path', async ({ path, mode }) => {
  await api.createStanding('second', above(5, 'V'));
  const reader = await ResultReader.open(gateway, 'second');
  const id = await set('V', 1, 1);
  const response = await gateway.fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pattern: { type: 'Cypher', query: above(1, 'V'), mode } }),
  });
  expect(response.status).toBe(200);
  expect((await reader.first(1))[0]!.result.data).toEqual({ id });
  await api.call('DELETE', '/query/standing/second', 200);
  await api.cypher(`MATCH (n:V) DETACH DELETE n`);
});
