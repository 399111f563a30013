/** Standing queries, ingest streams and recipes through the client, against a gateway as users run it. */
import { WeirClient } from '@weir/client';
import { GatewayProcess } from '../support/gateway-process.js';
import { jsonAnswer, ScriptedService } from './scripted-service.js';
import { until } from '../support/until.js';

const PEOPLE = {
  name: 'people',
  pattern: { type: 'Cypher', query: 'MATCH (p:Person) RETURN DISTINCT strId(p) AS id' },
} as const;

let gateway: GatewayProcess;
let client: WeirClient;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  client = new WeirClient({ baseUrl: gateway.url });
});
afterAll(() => gateway.stop());

test('standing queries: create, get, list, replace, explain, audit, remove', async () => {
  const { standingQueries } = client;
  await client.query('CREATE (:Person)').all();
  const created = await standingQueries.create(PEOPLE, { propagateTo: 'EXCLUDE_SLEEPING' });
  expect(created.name).toBe('people');
  expect(await standingQueries.get('people')).toMatchObject({ name: 'people', pattern: PEOPLE.pattern });
  expect((await standingQueries.list()).map(({ name }) => name)).toEqual(['people']);
  await until(async () => (await standingQueries.get('people')).stats?.['local']?.rates?.count === 1);
  expect(await standingQueries.audit('people')).toMatchObject({ differenceCount: 0 });
  await standingQueries.propagate({ includeSleeping: true });

  const query = 'MATCH (p:Person) WHERE p.age > 65 RETURN DISTINCT strId(p) AS id';
  expect(await standingQueries.replace('people', { pattern: { type: 'Cypher', query } })).toMatchObject({
    pattern: { query },
  });
  expect((await standingQueries.remove('people')).name).toBe('people');
  expect(await standingQueries.list()).toEqual([]);
});

test('outputs of a standing query: create, list, remove', async () => {
  const { outputs } = client.standingQueries;
  await client.standingQueries.create(PEOPLE);
  await outputs.create('people', { name: 'log', destinations: [{ type: 'StandardOut' }] });
  expect((await outputs.list('people')).map(({ name }) => name)).toEqual(['log']);
  expect((await outputs.remove('people', 'log')).name).toBe('log');
  expect(await outputs.list('people')).toEqual([]);
  await client.standingQueries.remove('people');
});

test('ingests: create, get, list, pause, resume, dry run and remove', async () => {
  const { ingests } = client;
  const numbers = {
    name: 'numbers',
    source: { type: 'NumberIterator', startOffset: 1 },
    query: "MATCH (n) WHERE id(n) = idFrom('number', $that) SET n.value = $that",
    maxPerSecond: 10,
  } as const;
  expect(await ingests.dryRun(numbers, { limit: 2 })).toBeDefined();
  expect((await ingests.create(numbers)).name).toBe('numbers');
  await until(async () => (await ingests.get('numbers')).status === 'RUNNING');
  expect((await ingests.list()).map(({ name }) => name)).toEqual(['numbers']);
  expect((await ingests.pause('numbers')).status).toBe('PAUSED');
  expect((await ingests.resume('numbers')).name).toBe('numbers');
  expect((await ingests.remove('numbers')).name).toBe('numbers');
  expect(await ingests.list()).toEqual([]);
});

test('lists recipes', async () => {
  expect((await client.recipes.list()).length).toBeGreaterThan(0);
});

test.each([
  ['standing.not-found', 404, () => client.standingQueries.get('none')],
  ['standing.not-found', 404, () => client.standingQueries.remove('none')],
  ['ingest.not-found', 404, () => client.ingests.pause('none')],
  ['recipe.not-found', 404, () => client.recipes.start('none')],
  [
    'cypher.syntax',
    400,
    () => client.standingQueries.create({ name: 'bad', pattern: { type: 'Cypher', query: 'MATCH' } }),
  ],
])('errors keep their code: %s %s', async (code, status, call) => {
  await expect(call()).rejects.toMatchObject({ name: 'WeirClientError', code, status });
});

test('a signal ends a call with its reason', async () => {
  const service = new ScriptedService(() => jsonAnswer({ items: [] }));
  const scripted = new WeirClient({ baseUrl: 'http://weir' }, service);
  await expect(scripted.ingests.list({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  );
});
