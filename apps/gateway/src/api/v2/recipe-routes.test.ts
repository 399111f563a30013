/** The bundled recipes, over the API, and one of version 1 in their place: its parts have no names. */
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundledRecipe } from '@weir/api';
import { loadRecipe, parseRecipe } from '@weir/recipes';
import { BUNDLED_RECIPES } from '../../recipe-gallery/bundled-recipes.js';
import { startWeir, type TestWeir } from '../../testing/start-weir.js';
import { send, type Answer } from '../../testing/client-of-service.js';

const LOG = ['/a', '/b', '/c']
  .map(page => `203.0.113.1 - - [02/Jan/2026:03:04:05 +0000] "GET ${page} HTTP/1.1" 404 10 "-" "x"\n`)
  .join('');
const VERSION_1 = fileURLToPath(
  new URL('../../../../../test/recipes/version-1/access-log-v1.yaml', import.meta.url),
);
const GRAPH = '/api/v2/graph/quine';
const START = '/api/v2/recipes/access-log-v1:start';
const STOP = '/api/v2/recipes/access-log-v1:stop';
const VALUES = { values: { in_file: 'access.log' } };
const INGEST = 'access-log-v1-INGEST-1';
const STANDING = 'access-log-v1-STANDING-1';

let folder: string;
let service: TestWeir;
const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  send(service.url + path, method, body);

async function open(): Promise<void> {
  const store = { type: 'embedded', path: join(folder, 'data') } as const;
  service = await startWeir({ folder, recipeFolder: recipes(), store });
}

const recipes = (): string => join(folder, 'recipes');

async function names(list: 'ingests' | 'standingQueries'): Promise<string[]> {
  const { items } = JSON.parse((await ask('GET', `${GRAPH}/${list}`)).text) as { items: { name: string }[] };
  return items.map(({ name }) => name);
}

async function ui(list: string): Promise<object[]> {
  return JSON.parse((await ask('GET', `/api/v2/queryUi/${list}`)).text) as object[];
}

async function recipe(name = 'access-log-v1'): Promise<BundledRecipe> {
  const { items } = JSON.parse((await ask('GET', '/api/v2/recipes')).text) as { items: BundledRecipe[] };
  return items.find(each => each.name === name)!;
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-recipes-')));
  await writeFile(join(folder, 'access.log'), LOG);
  await mkdir(recipes());
  await copyFile(VERSION_1, join(recipes(), 'access-log-v1.yaml'));
  await copyFile(join(BUNDLED_RECIPES, 'process-tree.yaml'), join(recipes(), 'process-tree.yaml'));
  await open();
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

test('lists the recipes and their variables', async () => {
  expect(await recipe()).toMatchObject({
    title: 'Access log',
    summary: 'Clients that probe a web server for missing pages',
    icon: expect.stringMatching(/^[^ -~]$/) as string,
    text: expect.stringContaining('title: Access log') as string,
    variables: [{ name: 'in_file', kind: 'file' }],
    ingestStreams: [{ name: INGEST, source: 'File' }],
    standingQueries: [{ name: STANDING, mode: 'DistinctId', outputs: ['prober'] }],
    quickQueries: ['Adjacent nodes', 'Missing pages that it requested', 'Clients that requested it'],
  });
  expect(await recipe()).not.toHaveProperty('startedAt');
  expect((await recipe('process-tree')).variables).toEqual([{ name: 'events_url', kind: 'address' }]);
});

test('lists and starts the bundled recipes, which name their parts', async () => {
  await service.stop();
  service = await startWeir({ folder });
  expect(await recipe('access-log')).toMatchObject({
    title: 'Access log',
    variables: [],
    ingestStreams: [{ name: 'requests', source: 'Sample' }],
    standingQueries: [{ name: 'prober', mode: 'DistinctId', outputs: ['alert', 'mark'] }],
  });
  expect((await ask('POST', '/api/v2/recipes/access-log:start', VALUES)).status).toBe(200);
  expect([await names('ingests'), await names('standingQueries')]).toEqual([['requests'], ['prober']]);
  expect((await ask('POST', '/api/v2/recipes/access-log:stop', {})).status).toBe(200);
  expect(await names('ingests')).toEqual([]);
});

test('finds matches once started; when stopped after a restart, removes only its own items', async () => {
  await ask('PUT', '/api/v2/queryUi/sampleQueries', [{ name: 'Mine', query: 'RETURN 1' }]);
  const before = await ui('nodeAppearances');
  const started = await ask('POST', START, VALUES);
  expect([started.status, JSON.parse(started.text)]).toEqual([
    200,
    expect.objectContaining({ startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string }),
  ]);
  expect([await names('ingests'), await names('standingQueries')]).toEqual([[INGEST], [STANDING]]);
  expect(await ui('sampleQueries')).toHaveLength(4);
  expect((await ui('nodeAppearances')).slice(0, 1)).toMatchObject([
    { predicate: { dbLabel: 'Client:Prober' } },
  ]);
  expect((await ask('POST', START, VALUES)).code).toBe('recipe.running');

  await service.stop();
  await open();
  expect(await recipe()).toHaveProperty('startedAt');
  await ask('POST', `${GRAPH}/ingests`, {
    name: 'other',
    source: { type: 'NumberIterator', limit: 1 },
    query: 'RETURN $that',
  });
  const stopped = await ask('POST', STOP, {});
  expect([stopped.status, JSON.parse(stopped.text)]).toEqual([
    200,
    expect.not.objectContaining({ startedAt: expect.anything() as string }),
  ]);
  expect([await names('ingests'), await names('standingQueries')]).toEqual([['other'], []]);
  expect([await ui('sampleQueries'), await ui('nodeAppearances')]).toEqual([
    [{ name: 'Mine', query: 'RETURN 1' }],
    before,
  ]);
  expect((await ask('POST', STOP, {})).code).toBe('recipe.not-running');
  expect((await ask('POST', START, VALUES)).status).toBe(200);
});

test('a recipe given as an option runs under the names of its file and ends with the program', async () => {
  await service.stop();
  const values = new Map([['in_file', 'access.log']]);
  const option = await loadRecipe('access-log-v1', values, { bundled: recipes() });
  service = await startWeir({ folder, recipeFolder: recipes(), recipe: option });
  expect(await recipe()).toMatchObject({
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    startedBy: 'OPTION',
    ingestStreams: [{ name: 'INGEST-1' }],
    standingQueries: [{ name: 'STANDING-1' }],
  });
  expect(await recipe('process-tree')).not.toHaveProperty('startedAt');
  expect((await ask('POST', START, VALUES)).code).toBe('recipe.running');
  expect((await ask('POST', STOP, {})).code).toBe('recipe.not-running');
  expect([await names('ingests'), await names('standingQueries')]).toEqual([['INGEST-1'], ['STANDING-1']]);
  await ask('DELETE', `${GRAPH}/ingests/INGEST-1`);
  expect(await recipe()).toHaveProperty('startedBy', 'OPTION');
  await ask('DELETE', `${GRAPH}/standingQueries/STANDING-1`);
  expect(await recipe()).not.toHaveProperty('startedAt');
  expect(JSON.parse((await ask('POST', START, VALUES)).text)).toHaveProperty('startedBy', 'API');
});

test('keeps items that were created later under the names of a recipe', async () => {
  await ask('POST', START, VALUES);
  await ask('DELETE', `${GRAPH}/ingests/${INGEST}`);
  await ask('DELETE', `${GRAPH}/standingQueries/${STANDING}`);
  await ask('POST', `${GRAPH}/ingests`, {
    name: INGEST,
    source: { type: 'NumberIterator', limit: 1 },
    query: 'RETURN $that',
  });
  await ask('POST', `${GRAPH}/standingQueries`, {
    name: STANDING,
    pattern: { type: 'Cypher', query: 'MATCH (n:Mine) RETURN DISTINCT id(n)' },
  });
  expect((await ask('POST', STOP, {})).status).toBe(200);
  expect([await names('ingests'), await names('standingQueries')]).toEqual([[INGEST], [STANDING]]);
});

test.each<[what: string, path: string, body: unknown, code: string]>([
  ['a value is missing', START, {}, 'recipe.missing-value'],
  ['a value is empty', START, { values: { in_file: '' } }, 'recipe.missing-value'],
  ['its file is not there', START, { values: { in_file: 'nothing.log' } }, 'recipe.invalid'],
  ['its file may not be read', START, { values: { in_file: '/etc/passwd' } }, 'recipe.invalid'],
  ['the body is not one', START, { value: {} }, 'request.invalid'],
  ['there is no such recipe', '/api/v2/recipes/none:start', {}, 'recipe.not-found'],
  ['nor one of a path', '/api/v2/recipes/..%2Fpackage:start', {}, 'request.invalid'],
])('starts nothing where %s', async (_what, path, body, code) => {
  expect((await ask('POST', path, body)).code).toBe(code);
  expect([await names('ingests'), await names('standingQueries')]).toEqual([[], []]);
  expect(await recipe()).not.toHaveProperty('startedAt');
});

test('starts nothing if a name is in use', async () => {
  const taken = { name: INGEST, source: { type: 'NumberIterator', limit: 1 }, query: 'RETURN $that' };
  await ask('POST', `${GRAPH}/ingests`, taken);
  expect((await ask('POST', START, VALUES)).code).toBe('ingest.exists');
  expect([await names('ingests'), await names('standingQueries')]).toEqual([[INGEST], []]);
});

test('undoes a start that the end of the process interrupted', async () => {
  await ask('POST', START, VALUES);
  const { metadata } = service.weir.services.graph.admin;
  const [note] = (await metadata.get('started_recipes')) as { standingQueries: object[] }[];
  const unmarked = [{ name: STANDING, mark: null }];
  await metadata.put('started_recipes', [{ ...note, isWhole: false, standingQueries: unmarked }]);
  await service.stop();
  await open();
  expect([await names('ingests'), await names('standingQueries')]).toEqual([[], []]);
  expect(await recipe()).not.toHaveProperty('startedAt');
  expect(parseRecipe((await recipe()).text, new Map([['in_file', 'x']])).title).toBe('Access log');
});
