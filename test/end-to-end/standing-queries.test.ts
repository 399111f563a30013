/** Standing queries over HTTP: their life cycle, results as clients read them, and existing data. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { GatewayProcess } from '../support/gateway-process.js';
import { ResultReader } from '../support/result-reader.js';
import { V1Client, type Result, type StandingInfo } from '../support/v1-client.js';

const CHAIN = `MATCH (a)-[:likes]->(b)-[:likes]->(c)
  WHERE a.kind = 'first' AND exists(c.name) AND c.name =~ 'C.*'
  RETURN DISTINCT strId(a) AS root`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let gateway: GatewayProcess;
let api: V1Client;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  api = new V1Client(gateway);
});
afterEach(() => ResultReader.closeAll());
afterAll(() => gateway.stop());

/** Writes one chain, whose last property completes the match. */
async function writeChain(number: number): Promise<string> {
  const [[root]] = (await api.cypher(
    `MATCH (a), (b), (c) WHERE id(a) = idFrom('a', $n) AND id(b) = idFrom('b', $n) AND id(c) = idFrom('c', $n)
     SET c.name = 'C' + toString($n) CREATE (a)-[:likes]->(b)-[:likes]->(c) SET a.kind = 'first' RETURN strId(a)`,
    { n: number },
  )) as [[string]];
  return root;
}

function rename(number: number, name: string): Promise<unknown> {
  return api.cypher(`MATCH (c) WHERE id(c) = idFrom('c', $n) SET c.name = $name`, { n: number, name });
}

test('creates, lists, gets and deletes a query', async () => {
  await api.createStanding('life', 'MATCH (n:Life) RETURN DISTINCT id(n)', {
    outputs: { drop: { type: 'Drop' } },
  });
  const info = await api.standing('life');
  expect(info).toMatchObject({
    name: 'life',
    pattern: { type: 'Cypher', query: 'MATCH (n:Life) RETURN DISTINCT id(n)', mode: 'DistinctId' },
    outputs: { drop: { type: 'Drop' } },
    inputBufferSize: 32,
    stats: { local: { rates: { count: 0 }, bufferSize: 0, outputHashCode: '0' } },
  });
  expect(info.internalId).toMatch(UUID);
  const list = await api.call<StandingInfo[]>('GET', '/query/standing', 200);
  expect(list.map(({ name }) => name)).toContain('life');
  expect(await api.call('POST', '/query/standing/life', 400, { pattern: info.pattern })).toEqual([
    "There is already a standing query named 'life'",
  ]);
  expect(await api.call('DELETE', '/query/standing/life', 200)).toMatchObject({
    internalId: info.internalId,
  });
  for (const [method, path] of [
    ['GET', '/query/standing/life'],
    ['DELETE', '/query/standing/life'],
    ['GET', '/query/standing/life/results'],
    ['DELETE', '/query/standing/life/output/drop'],
  ] as const) {
    expect(await api.call(method, path, 404)).toBeUndefined();
  }
});

test('returns matches and retractions, read with the eventsource package', async () => {
  await api.createStanding('chains', CHAIN);
  const reader = await ResultReader.open(gateway, 'chains');
  const root = await writeChain(1);
  await rename(1, 'D');
  await rename(1, 'C again');
  const results = await reader.first(3);
  expect(results.map(({ result }) => [result.meta.isPositiveMatch, result.data])).toEqual([
    [true, { root }],
    [false, { root }],
    [true, { root }],
  ]);
  const ids = results.map(({ id, result }) => {
    expect(id).toBe(result.meta.resultId);
    expect(id).toMatch(UUID);
    expect(result.meta.isInitialResult).toBe(false);
    return id;
  });
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);

  // A second way to match the same root is not a second match, and losing one of the two is not a retraction.
  await api.cypher(
    `MATCH (b), (d) WHERE id(b) = idFrom('b', 1) AND id(d) = idFrom('d', 1) SET d.name = 'Cd' CREATE (b)-[:likes]->(d)`,
  );
  await rename(1, 'E');
  const other = await writeChain(2);
  expect((await reader.first(4))[3]!.result).toMatchObject({
    meta: { isPositiveMatch: true },
    data: { root: other },
  });
  expect(reader.others).toEqual([]);
  reader.close();
  expect((await api.standing('chains')).stats.local.rates.count).toBe(3);
  await api.call('DELETE', '/query/standing/chains', 200);
});

test('returns the same stream, read line by line', async () => {
  await api.createStanding('lines', 'MATCH (n:Line) RETURN DISTINCT id(n)');
  const [response] = (await once(get(`${gateway.url}/api/v1/query/standing/lines/results`), 'response')) as [
    IncomingMessage,
  ];
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
  });
  const [[id]] = (await api.cypher(`CREATE (n:Line) RETURN strId(n)`)) as [[string]];
  let text = '';
  response.setEncoding('utf8');
  for await (const piece of response) {
    text += piece;
    if (/\n\n.*\n\n/s.test(text)) break;
  }
  const [heartbeat, place, data, event, eventId, ...rest] = text.split('\n').filter(line => line !== '');
  expect(heartbeat).toMatch(/^data: ?$/);
  expect(place).toMatch(/^id: ?\S+$/);
  expect(event).toMatch(/^event: ?result$/);
  const result = JSON.parse(data!.replace(/^data: ?/, '')) as Result;
  expect(result).toEqual({
    meta: { resultId: expect.stringMatching(UUID) as string, isPositiveMatch: true, isInitialResult: false },
    data: { 'id(n)': id },
  });
  expect(eventId!.replace(/^id: ?/, '')).toBe(result.meta.resultId);
  expect(rest).toEqual([]);
  await api.call('DELETE', '/query/standing/lines', 200);
});

test('omits retractions on request', async () => {
  await api.createStanding('positive', 'MATCH (n:Positive) RETURN DISTINCT id(n)', {
    includeCancellations: false,
  });
  const reader = await ResultReader.open(gateway, 'positive');
  const write = (clause: string): Promise<unknown> =>
    api.cypher(`MATCH (n) WHERE id(n) = idFrom('positive') ${clause}`);
  for (const clause of ['SET n:Positive', 'REMOVE n:Positive', 'SET n:Positive']) await write(clause);
  expect((await reader.first(2)).map(({ result }) => result.meta.isPositiveMatch)).toEqual([true, true]);
  expect(reader.received).toHaveLength(2);
  reader.close();
  await api.call('DELETE', '/query/standing/positive', 200);
});

test('propagate finds existing data and reports it as initial results', async () => {
  const roots = new Set([await writeChain(11), await writeChain(12), await writeChain(13)]);
  await api.createStanding('late', CHAIN);
  const reader = await ResultReader.open(gateway, 'late');
  await api.propagate();
  await api.propagate();
  await reader.first(roots.size);
  const fresh = await writeChain(14);
  const results = await reader.first(roots.size + 1 + 2);
  const initial = results.filter(({ result }) => result.meta.isInitialResult);
  const found = new Set(initial.map(({ result }) => result.data['root']));
  for (const root of roots) expect(found).toContain(root);
  expect(
    results.filter(({ result }) => !result.meta.isInitialResult).map(({ result }) => result.data),
  ).toEqual([{ root: fresh }]);
  const batch = await api.cypher(
    `MATCH (a)-[:likes]->(b)-[:likes]->(c) WHERE a.kind = 'first' AND c.name =~ 'C.*' RETURN DISTINCT strId(a)`,
  );
  expect(results.map(({ result }) => result.data['root']).sort()).toEqual(batch.flat().sort());
  reader.close();
  await api.call('DELETE', '/query/standing/late', 200);
});
