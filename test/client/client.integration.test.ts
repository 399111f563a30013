/** The client against a gateway as users run it, and the programs in its README. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dataOf, WeirClient } from '@weir/client';
import { codeBlocks } from '../docs/markdown.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { jsonAnswer, ScriptedService, streamed } from './scripted-service.js';

const graph = { path: { graph: 'quine' } } as const;

let gateway: GatewayProcess;
let client: WeirClient;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  client = new WeirClient({ baseUrl: `${gateway.url}/` });
});
afterAll(() => gateway.stop());

test('the programs in the README print the shown output', async () => {
  const path = 'packages/client/README.md';
  const blocks = codeBlocks({ path, text: await readFile(projectFile(path), 'utf8') });
  // A folder where imports of the project's packages resolve.
  const folder = projectFile('test/dist/client-readme');
  await mkdir(folder, { recursive: true });
  try {
    const printed: string[] = [];
    for (const [index, { language, text }] of blocks.entries()) {
      if (language !== 'js') continue;
      const program = join(folder, `${index}.mjs`);
      await writeFile(program, text.replaceAll('http://127.0.0.1:8080', gateway.url));
      const { stdout } = await promisify(execFile)(process.execPath, [program]);
      expect(stdout).toBe(blocks[index + 1]!.text);
      printed.push(stdout);
    }
    expect(printed).toHaveLength(4);
  } finally {
    await rm(folder, { recursive: true });
    await client.query('MATCH (n) DETACH DELETE n').all();
  }
});

test('returns rows as they are found, no faster than they are requested', async () => {
  const rows = client.query<{ i: number }>('UNWIND range(1, 1000000000) AS i RETURN i, toString(i) AS text');
  let count = 0;
  for await (const { i } of rows) {
    expect(i).toBe(++count);
    if (count === 50_000) break;
  }
  expect(rows.columns).toEqual(['i', 'text']);
});

test('leaving the loop ends the response', async () => {
  const pieces = ['{"columns":["a"],"results":[[1],[2]', ',[3]'];
  let isEnded = false;
  const body = new ReadableStream({
    pull: controller => controller.enqueue(new TextEncoder().encode(pieces.shift())),
    cancel: () => {
      isEnded = true;
    },
  });
  const service = { ...new ScriptedService(() => new Response()), fetch: async () => new Response(body) };
  for await (const { a } of new WeirClient({ baseUrl: 'http://weir' }, service).query('...'))
    if (a === 2) break;
  expect(isEnded).toBe(true);
});

test('keeps values as far as JSON can, in both directions', async () => {
  const large = 9_223_372_036_854_775_807n;
  const values = {
    large,
    least: -large,
    list: [1, 1.5, 'ä\n"', null, { a: [large] }],
    small: 9007199254740991,
  };
  const [row] = await client
    .query('RETURN $large AS large, $least AS least, $list AS list, $small AS small', values)
    .all();
  expect(row).toEqual(values);
  expect(await client.query('RETURN 1 AS x LIMIT 0').all()).toEqual([]);
  expect(await client.query('CREATE (n:Passing) DELETE n').all()).toEqual([]);
});

test('runs a query on the past', async () => {
  const then = new Date();
  const text = 'MATCH (n) WHERE id(n) = idFrom("past") RETURN n.x AS x';
  await until(() => Date.now() > then.getTime());
  await client.query('MATCH (n) WHERE id(n) = idFrom("past") SET n.x = 1').all();
  expect(await client.query(text).all()).toEqual([{ x: 1 }]);
  expect(await client.query(text, {}, { atTime: then }).all()).toEqual([{ x: null }]);
});

test.each([
  ['RETURN', {}, 'cypher.syntax', 400],
  ['RETURN $x.y', { x: 1 }, 'cypher.type-mismatch', 400],
  [
    'UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b WITH a, b WHERE a * b = -1 RETURN a',
    {},
    'cypher.timeout',
    503,
  ],
])('%s fails with its code', async (text, parameters, code, status) => {
  const query = client.query(text, parameters, { timeout: 300 });
  await expect(query.all()).rejects.toMatchObject({ name: 'WeirClientError', code, status });
});

test('a query that fails after its first rows breaks the response off', async () => {
  const rows = client.query('UNWIND range(400000, 0, -1) AS i RETURN 1 / i AS x, toString(i) AS text');
  await expect(rows.all()).rejects.toMatchObject({ code: 'connection.broken', status: 200 });
});

test('a signal ends a query with its reason', async () => {
  const stop = new AbortController();
  const rows = client.query('UNWIND range(1, 1000000000) AS i RETURN i', {}, { signal: stop.signal });
  const reading = (async () => {
    for await (const { i } of rows) if (i === 1000) stop.abort(new Error('enough'));
  })();
  await expect(reading).rejects.toThrow('enough');
});

test('reports responses that are not from Weir', async () => {
  const query = (answer: () => Response) =>
    new WeirClient({ baseUrl: 'http://weir' }, new ScriptedService(answer)).query('RETURN 1').all();
  await expect(query(() => new Response('<html>'))).rejects.toMatchObject({ code: 'answer.unreadable' });
  await expect(query(() => new Response(''))).rejects.toMatchObject({ code: 'answer.unreadable' });
  const half = () => streamed(['{"columns":["a"],"results":[[1],'], 'done');
  await expect(query(half)).rejects.toMatchObject({ code: 'connection.broken' });
  const refused = () => jsonAnswer('no', 502);
  await expect(query(refused)).rejects.toMatchObject({ code: 'http.502', status: 502, message: 'no' });
});

test('requests the token before each request, and sends headers', async () => {
  let number = 0;
  const service = new ScriptedService(() => jsonAnswer({ columns: [], results: [] }));
  const token = () => Promise.resolve(`t${++number}`);
  const guarded = new WeirClient({ baseUrl: 'http://weir/below/', token, headers: { 'x-a': 'b' } }, service);
  await guarded.query('RETURN 1').all();
  await guarded.api.v2.GET('/api/v2/system/systemInfo');
  expect(
    service.requests.map(({ url, headers }) => [url, headers.get('authorization'), headers.get('x-a')]),
  ).toEqual([
    ['http://weir/below/api/v2/graph/quine/cypher:query', 'Bearer t1', 'b'],
    ['http://weir/below/api/v2/system/systemInfo', 'Bearer t2', 'b'],
  ]);
});

test('reports errors of all forms of the API in the same form', async () => {
  const body = { name: 'bad', pattern: { type: 'Cypher', query: 'MATCH' } } as const;
  await expect(
    dataOf(client.api.v2.POST('/api/v2/graph/{graph}/standingQueries', { params: graph, body })),
  ).rejects.toMatchObject({
    code: 'cypher.syntax',
    status: 400,
    message: expect.stringContaining('MATCH') as string,
  });
  const missing = client.api.v1.GET('/api/v1/query/standing/{name}', { params: { path: { name: 'none' } } });
  await expect(dataOf(missing)).rejects.toMatchObject({ code: 'standing.not-found', status: 404 });
  const strange = { ...body, more: 1 };
  const call = client.api.v2.POST('/api/v2/graph/{graph}/standingQueries', { params: graph, body: strange });
  await expect(dataOf(call)).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
  const enveloped = client.api.v2Enveloped.POST('/api/v2/standing-queries', { body });
  await expect(dataOf(enveloped)).rejects.toMatchObject({
    code: 'cypher.syntax',
    status: 400,
    message: expect.stringContaining('MATCH') as string,
  });
});

test('serves twenty readers of a query that is then deleted', async () => {
  const path = { path: { name: 'many' } };
  const pattern = { type: 'Cypher', query: 'MATCH (n:Many) RETURN DISTINCT strId(n) AS id' } as const;
  await dataOf(
    client.api.v1.POST('/api/v1/query/standing/{name}', { params: path, body: { pattern, outputs: {} } }),
  );
  const streams = Array.from({ length: 20 }, () => client.results<{ id: string }>('many'));
  await Promise.all(streams.map(({ opened }) => opened));
  await client.query('UNWIND range(1, 500) AS i MATCH (n) WHERE id(n) = idFrom("many", i) SET n:Many').all();
  const ids = await Promise.all(
    streams.map(async stream => {
      const seen: string[] = [];
      while (seen.length < 500) seen.push(((await stream.next()).value as { data: { id: string } }).data.id);
      return seen;
    }),
  );
  for (const seen of ids) expect(seen).toEqual(ids[0]);
  expect(new Set(ids[0]).size).toBe(500);
  await dataOf(client.api.v1.DELETE('/api/v1/query/standing/{name}', { params: path }));
  const ends = await Promise.allSettled(streams.map(stream => stream.next()));
  for (const end of ends) expect(end).toMatchObject({ reason: { code: 'standing.not-found' } });
});
