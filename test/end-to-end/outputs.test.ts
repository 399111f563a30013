/** Destinations of results: outputs that are added and removed, chains of queries, queries that trigger others. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Endpoint } from '../support/endpoint.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { resultsInFile } from '../support/result-lines.js';
import { until } from '../support/until.js';
import { V1Client, type Result } from '../support/v1-client.js';

let gateway: GatewayProcess;
let api: V1Client;
let endpoint: Endpoint;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  api = new V1Client(gateway);
  endpoint = await Endpoint.start();
});
afterAll(async () => {
  await gateway.stop();
  await endpoint.stop();
});

const WATCH = (label: string): string => `MATCH (n:${label}) RETURN DISTINCT strId(n) AS id`;

async function create(label: string, number: number): Promise<string> {
  const [[id]] = (await api.cypher(
    `MATCH (n) WHERE id(n) = idFrom($label, $number) SET n:${label}, n.number = $number RETURN strId(n)`,
    { label, number },
  )) as [[string]];
  return id;
}

function linesOf(name: string): Promise<Result[]> {
  return resultsInFile(join(gateway.folder, name));
}

async function written(name: string, count: number): Promise<Result[]> {
  return until(
    () => linesOf(name),
    lines => lines.length >= count,
  );
}

test('are added and removed while the query runs', async () => {
  await api.createStanding('comings', WATCH('Coming'));
  const first = await create('Coming', 1);
  await api.call('POST', '/query/standing/comings/output/file', 201, {
    type: 'WriteToFile',
    path: 'comings.jsonl',
  });
  const second = await create('Coming', 2);
  expect(await api.call('POST', '/query/standing/comings/output/file', 400, { type: 'Drop' })).toEqual([
    "There is already a standing query output named 'file'",
  ]);
  expect((await api.standing('comings')).outputs).toEqual({
    file: { type: 'WriteToFile', path: 'comings.jsonl', structure: { type: 'WithMetadata' } },
  });
  await written('comings.jsonl', 1);
  expect(await api.call('DELETE', '/query/standing/comings/output/file', 200)).toMatchObject({
    type: 'WriteToFile',
  });
  await api.call('DELETE', '/query/standing/comings/output/file', 404);
  const third = await create('Coming', 3);
  await api.call('POST', '/query/standing/comings/output/post', 201, {
    type: 'PostToEndpoint',
    url: endpoint.url,
    structure: { type: 'Bare' },
    headers: { 'X-Key': 'hush' },
  });
  expect(JSON.stringify(await api.standing('comings'))).toContain('Secret(****)');
  const fourth = await create('Coming', 4);
  await until(() => endpoint.received.length > 0);
  expect(endpoint.received).toEqual([{ id: fourth }]);
  expect((await linesOf('comings.jsonl')).map(({ data }) => data)).toEqual([{ id: second }]);
  await api.matchesReach('comings', 4);
  expect(new Set([first, second, third, fourth]).size).toBe(4);
});

test('print one line per result on standard output', async () => {
  await api.createStanding('printed', WATCH('Printed'), {
    outputs: { 'to console': { type: 'PrintToStandardOut' } },
  });
  const id = await create('Printed', 1);
  const [line] = await gateway.results.matching(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} Standing Query `to console` match: (.*)$/i,
  );
  const result = JSON.parse(line![1]!) as Result;
  expect(result).toMatchObject({ meta: { isPositiveMatch: true }, data: { id } });
  expect(result.meta.resultId).toMatch(/^[0-9a-f-]{36}$/);
});

test('runs a query per result and sends its rows to a file and to an endpoint', async () => {
  const query = `MATCH (n) WHERE strId(n) = $that.data.id
    UNWIND [1, 2] AS factor
    RETURN n.number * factor AS product, $that.meta.isPositiveMatch AS positive, n`;
  endpoint.received.length = 0;
  await api.createStanding('chained', WATCH('Chained'), {
    outputs: {
      toFile: { type: 'CypherQuery', query, andThen: { type: 'WriteToFile', path: 'chained.jsonl' } },
      toEndpoint: { type: 'CypherQuery', query, andThen: { type: 'PostToEndpoint', url: endpoint.url } },
    },
  });
  const id = await create('Chained', 21);
  const results = await written('chained.jsonl', 2);
  expect(results.map(({ data }) => data)).toEqual(
    [21, 42].map(product => ({ product, positive: true, n: { _id: id, _labels: ['Chained'], number: 21 } })),
  );
  expect(new Set(results.map(({ meta }) => meta.resultId)).size).toBe(1);
  await until(() => endpoint.received.length >= 2);
  const byProduct = (a: Result, b: Result): number => Number(a.data['product']) - Number(b.data['product']);
  expect((endpoint.received as Result[]).toSorted(byProduct)).toEqual(results);
});

test('a query that writes triggers another standing query, which triggers a third', async () => {
  const mark = (label: string): object => ({
    type: 'CypherQuery',
    query: `MATCH (n), (m) WHERE strId(n) = $that.data.id AND id(m) = idFrom('mark', '${label}')
            SET n:${label} CREATE (n)-[:marked]->(m)`,
  });
  await api.createStanding('one', WATCH('One'), { outputs: { mark: mark('Two') } });
  await api.createStanding('two', WATCH('Two'), { outputs: { mark: mark('Three') } });
  await api.createStanding('three', `MATCH (n:Three)-[:marked]->(m) RETURN DISTINCT strId(n) AS id`, {
    outputs: { file: { type: 'WriteToFile', path: 'three.jsonl' } },
  });
  const count = 300;
  await api.createIngest('ones', {
    type: 'NumberIteratorIngest',
    ingestLimit: count,
    format: { type: 'CypherLine', query: `MATCH (n) WHERE id(n) = idFrom('One', $that) SET n:One` },
  });
  const results = await written('three.jsonl', count);
  expect(results).toHaveLength(count);
  expect(new Set(results.map(({ data }) => data['id'])).size).toBe(count);
  expect(await api.cypher('MATCH (n:One:Two:Three)-[:marked]->(m) RETURN count(n)')).toEqual([[2 * count]]);
});

test('the alerts and tickets of the guide are opened by a match and closed by its retraction', async () => {
  const guide = await readFile(projectFile('docs/guides/standing-queries/outputs.md'), 'utf8');
  const outputs = [...guide.matchAll(/```json\n(.*?)```/gs)]
    .map(([, json]) => JSON.parse(json!) as { name?: string; destinations: { url: string }[] })
    .filter(({ name }) => name === 'pager' || name === 'tickets');
  expect(outputs).toHaveLength(2);
  const query = 'MATCH (n:Travel {on: true}) RETURN n.user AS user';
  const pattern = { type: 'Cypher', query, mode: 'MultipleValues' };
  await api.createStanding('travels', query, { pattern });
  for (const output of outputs) {
    output.destinations[0]!.url = endpoint.url;
    const path = '/api/v2/graph/quine/standingQueries/travels/outputs';
    const headers = { 'content-type': 'application/json' };
    const { status } = await gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(output) });
    expect(status).toBe(201);
  }
  const before = endpoint.received.length;
  const switched = (on: boolean): Promise<unknown> =>
    api.cypher(`MATCH (n) WHERE id(n) = idFrom('travel') SET n:Travel, n.user = 'ada', n.on = ${on}`, {});
  await switched(true);
  await until(() => endpoint.received.length === before + 2);
  await switched(false);
  await until(() => endpoint.received.length === before + 4);
  const sent = endpoint.received.slice(before);
  const id: unknown = expect.any(String);
  const payload: unknown = expect.objectContaining({
    summary: 'Impossible travel of ada',
    severity: 'critical',
  });
  const routing_key = 'R0123456789';
  expect(sent).toContainEqual({ routing_key, event_action: 'trigger', dedup_key: id, payload });
  expect(sent).toContainEqual({ key: id, title: 'travels: ada', details: { user: 'ada' } });
  expect(sent).toContainEqual({ routing_key, event_action: 'resolve', dedup_key: id });
  expect(sent).toContainEqual({ state: 'closed' });
});
