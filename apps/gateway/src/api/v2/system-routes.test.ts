/** The system and the settings of the user interface, in all forms of the API. */
import { v2Endpoints } from '@weir/api';
import { clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;
const NEW = '/api/v2/system';
const OLD = '/api/v2/admin';
const V1 = '/api/v1/admin';
const get = async (path: string): Promise<unknown> => {
  const { status, text } = await ask('GET', path);
  expect([path, status, text]).toEqual([path, 200, expect.anything()]);
  const answer = JSON.parse(text) as { content?: unknown };
  return answer.content ?? answer;
};

test.each([`${NEW}/liveness`, `${OLD}/liveness`, `${NEW}/readiness`, `${OLD}/readiness`])(
  '%s',
  async path => {
    expect(await ask('GET', path)).toMatchObject({ status: 204, text: '' });
  },
);

test('returns build and configuration of the service', async () => {
  const whole = await get(`${NEW}/systemInfo`);
  expect(whole).toMatchObject({ javaRuntimeVersion: process.version, quineType: 'Oss' });
  expect(await get(`${OLD}/system-info`)).toEqual(whole);
  const part = (await get(`${V1}/build-info`)) as object;
  expect(whole).toMatchObject(part);
  expect(part).not.toHaveProperty('quineType');
  expect(await get(`${NEW}/config`)).toEqual(await get(`${V1}/config`));
  expect(await get(`${OLD}/config`)).toEqual(await get(`${V1}/config`));
});

test('the hash of a graph depends only on its data, not on its history', async () => {
  const hash = async (query = '') =>
    ((await get(`/api/v2/graph/quine/hashCode${query}`)) as { value: string }).value;
  expect(await hash()).toBe('0');
  await cypher('UNWIND range(1, 300) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n.i = i, n:A, n:B');
  await cypher('MATCH (a), (b) WHERE id(a) = idFrom(1) AND id(b) = idFrom(2) CREATE (a)-[:to]->(b)');
  const first = await hash();
  expect(first).toMatch(/^-?\d+$/);
  const then = Date.now();
  while (Date.now() <= then + 1);
  await cypher('MATCH (n) WHERE id(n) = idFrom(3) SET n.i = 4');
  expect(await hash()).not.toBe(first);
  await cypher('MATCH (n) WHERE id(n) = idFrom(3) SET n.i = 3');
  expect(await hash()).toBe(first);
  const at = new Date(then + 1).toISOString();
  expect(await get(`/api/v2/graph/quine/hashCode?atTime=${at}`)).toEqual({ value: first, atTime: at });
  expect(await get(`${V1}/graph-hash-code?at-time=${then + 1}`)).toEqual({ value: first, atTime: then + 1 });
  expect(await get(`${OLD}/graph-hash-code?at-time=${then + 1}`)).toMatchObject({ value: first });
  await cypher('MATCH (n) DETACH DELETE n');
  expect(await hash()).toBe('0');
});

test('shows where records and results wait', async () => {
  await ask('POST', '/api/v2/graph/quine/standingQueries', {
    name: 'q',
    pattern: { type: 'Cypher', query: 'MATCH (n:Q) RETURN DISTINCT id(n)' },
    outputs: [
      {
        name: 'o',
        preEnrichmentTransformation: { type: 'InlineData' },
        destinations: [{ type: 'Drop' }, { type: 'HttpEndpoint', url: 'http://127.0.0.1:9/' }],
      },
    ],
  });
  await ask('POST', '/api/v1/ingest/numbers', { type: 'NumberIteratorIngest', ingestLimit: 1 });
  await cypher('CREATE (:Written)');
  const [snapshot] = (await get(`${NEW}/backpressure`)) as [object];
  const { responses } = v2Endpoints.find(({ path }) => path === '/system/backpressure')!;
  expect(responses[200]!.schema!.safeParse([snapshot])).toMatchObject({ success: true });
  expect(snapshot).toMatchObject({
    globalValve: { isOpen: true },
    ingests: [{ name: 'numbers', sourceType: 'NumberIteratorIngest', stages: { source: 'FLOWING' } }],
    standingQueries: [
      {
        name: 'q',
        queue: { backpressureThreshold: 32, bufferCount: 0 },
        outputs: [
          {
            name: 'o',
            hasEnrichment: true,
            enrichmentState: 'FLOWING',
            destinations: [
              { index: 0, type: 'Drop', state: 'FLOWING' },
              { index: 1, type: 'Http', state: 'FLOWING' },
            ],
          },
        ],
      },
    ],
  });
  const { persistor } = snapshot as { persistor: Record<string, unknown> };
  expect(persistor).toEqual({ type: 'inmemory', writeLatencyMs: expect.any(Number), readLatencyMs: 0 });
  expect(persistor['writeLatencyMs']).toBeGreaterThan(0);
  const decoded = (await get(`${NEW}/metadata`)) as Record<string, string>;
  const text = (key: string) => Buffer.from(decoded[key]!, 'base64').toString();
  expect(Object.keys(decoded)).toEqual(Object.keys((await get(`${V1}/meta-data`)) as object));
  expect(Object.keys(decoded)).toEqual(Object.keys((await get(`${OLD}/metadata`)) as object));
  expect(JSON.parse(text('v2_standing_query_outputs'))).toMatchObject({ q: { o: { type: 'Workflow' } } });
  expect(JSON.parse(text('0-v2_ingest_streams'))).toMatchObject({ numbers: {} });
  await ask('DELETE', '/api/v2/graph/quine/standingQueries/q');
});

const predicate = { propertyKeys: ['a'], knownValues: {} };

describe('settings of the user interface', () => {
  test('shows quick queries in the terms of each form', async () => {
    const quickQuery = { name: 'Out', querySuffix: 'RETURN n', sort: 'TEXT', edgeLabel: 'to' };
    const put = await ask('PUT', '/api/v2/queryUi/quickQueries', [{ predicate, quickQuery }]);
    expect(put.status).toBe(204);
    expect(await get('/api/v2/queryUi/quickQueries')).toEqual([{ predicate, quickQuery }]);
    expect(await get('/api/v2/query-ui/quick-queries')).toEqual([
      { predicate, quickQuery: { ...quickQuery, sort: { type: 'Text' } } },
    ]);
    expect(await get('/api/v1/query-ui/quick-queries')).toEqual([
      { predicate, quickQuery: { ...quickQuery, sort: 'Text', queryLanguage: 'Cypher' } },
    ]);
    for (const sort of ['NODE', 'Node', { type: 'Node' }]) {
      const body = [{ predicate, quickQuery: { ...quickQuery, sort } }];
      expect((await ask('PUT', '/api/v2/query-ui/quick-queries', body)).status).toBe(204);
      expect(await get('/api/v2/queryUi/quickQueries')).toMatchObject([{ quickQuery: { sort: 'NODE' } }]);
    }
  });

  test('accepts icons by name and by code point', async () => {
    const icons = ['cube', 'ion-cube', 'ion-no-such', 'f318', '\\uf318', '*'];
    await ask(
      'PUT',
      '/api/v2/queryUi/nodeAppearances',
      icons.map(icon => ({ predicate, icon, size: 30 })),
    );
    const shown = (await get('/api/v2/queryUi/nodeAppearances')) as { icon?: string }[];
    expect(shown.map(({ icon }) => icon)).toEqual(['\uf318', '\uf318', undefined, '\uf318', '\uf318', '*']);
    expect((await ask('GET', '/api/v2/queryUi/nodeAppearances')).text).toContain('"size":30.0');
    expect(await get('/api/v2/query-ui/node-appearances')).toEqual(shown);
  });

  test('accepts only tap queries that can be parsed', async () => {
    const path = '/api/v2/graph/quine/queryUi/tapQueries';
    expect(await get(path)).toEqual([]);
    const tap = { name: 't', standingQueryName: 'q', query: 'RETURN $that AS that, $data.id AS id' };
    expect((await ask('PUT', path, [tap])).status).toBe(204);
    const shown = [{ ...tap, preEnrichment: false, syntheticEdges: [] }];
    expect(await get(path)).toEqual(shown);
    for (const query of ['CREATE (n)', 'RETURN', 'RETURN nobody']) {
      const refused = await ask('PUT', path, [tap, { ...tap, name: 'second', query }]);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(`'second'`)]);
    }
    expect(await get(path)).toEqual(shown);
  });

  test.each([
    ['sampleQueries', [{ name: 'a', query: 'b', c: 1 }], 'Unexpected field: [c]'],
    ['quickQueries', [{ predicate: { ...predicate, odd: 1 }, quickQuery: {} }], 'Unexpected field: [odd]'],
    ['nodeAppearances', [{ predicate, label: { type: 'Constant', value: 'a', odd: 1 } }], '[odd]'],
  ])('rejects unknown fields of %s', async (list, body, reason) => {
    const { status, text } = await ask('PUT', `/api/v2/queryUi/${list}`, body);
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
  });
});

test('returns nodes and edges of a query, and leaves out null fields of maps', async () => {
  const text = 'RETURN {a: null, b: [null]} AS map';
  for (const [path, expected] of [
    ['/api/v2/graph/quine/cypher:query', '{"columns":["map"],"results":[[{"b":[null]}]]}'],
    ['/api/v1/query/cypher', '{"columns":["map"],"results":[[{"a":null,"b":[null]}]]}'],
  ] as const) {
    expect((await ask('POST', path, { text })).text).toBe(expected);
  }
  await cypher('MATCH (a), (b) WHERE id(a) = idFrom("x") AND id(b) = idFrom("y") CREATE (a)-[:to]->(b)');
  const nodes = { text: 'MATCH (a) WHERE id(a) = idFrom("x") RETURN a' };
  const edges = { text: 'MATCH (a)-[e]->() WHERE id(a) = idFrom("x") RETURN e' };
  const asked = async (path: string, body: object) =>
    JSON.parse((await ask('POST', path, body)).text) as unknown;
  const node = await asked('/api/v2/graph/quine/cypher:queryNodes', nodes);
  expect(node).toMatchObject([{ hostIndex: 0, properties: {} }]);
  expect(await asked('/api/v2/cypher-queries/query-nodes', nodes)).toEqual({ content: node, warnings: [] });
  const edge = await asked('/api/v2/graph/quine/cypher:queryEdges', edges);
  expect(edge).toMatchObject([{ edgeType: 'to', isDirected: true }]);
  expect(await asked('/api/v2/cypher-queries/query-edges', edges)).toEqual({ content: edge, warnings: [] });
});

describe('details of requests', () => {
  test('accepts parameters in either spelling', async () => {
    const propagate = async (path: string) =>
      (await ask('PUT', `/api/v2/standing-queries/control/${path}`)).status;
    expect(await propagate('propagate?include-sleeping=so')).toBe(400);
    expect(await propagate('propagate?includeSleeping=so')).toBe(400);
    expect(await propagate('propagate?wake-up-parallelism=0')).toBe(400);
    expect(await propagate('propagate?include-sleeping=true&wake-up-parallelism=2')).toBe(202);
    const v1 = async (query: string) =>
      (await ask('POST', `/api/v1/query/standing/control/propagate?${query}`)).status;
    expect([await v1('includeSleeping=so'), await v1('includeSleeping=true')]).toEqual([400, 202]);
  });

  test('reports unknown fields', async () => {
    const body = { text: 'RETURN 1', odd: 1, other: { a: 1 } };
    const enveloped = await ask('POST', '/api/v2/cypher-queries/query-graph', body);
    const warnings = ['Unknown field .odd was ignored', 'Unknown field .other was ignored'];
    expect(JSON.parse(enveloped.text)).toMatchObject({ content: { results: [[1]] }, warnings });
    const first = await ask('POST', '/api/v1/query/cypher', { ...body, 'ö"\n': 1 });
    expect(first.headers.get('warning')).toBe(
      [...warnings, 'Unknown field .?\\"? was ignored'].map(text => `199 weir "${text}"`).join(', '),
    );
  });

  test.each<[form: string, body: object, unknown: string[]]>([
    [
      'the form of its time',
      {
        source: { type: 'NumberIterator', limit: 1, odd: 1 },
        query: 'RETURN 1',
        onStreamError: { type: 'RetryStreamError', retryCount: 1, other: 1 },
        more: 1,
      },
      ['.source.odd', '.onStreamError.other', '.more'],
    ],
    [
      'older spellings',
      {
        source: {
          type: 'WebsocketClient',
          url: 'ws://127.0.0.1:9/',
          format: { type: 'Json' },
          keepAlive: { type: 'PingPongInterval', intervalMillis: 5000, odd: 1 },
        },
        query: 'RETURN 1',
      },
      ['.source.keepAlive.odd'],
    ],
    [
      'fields of version 1',
      {
        type: 'NumberIteratorIngest',
        ingestLimit: 1,
        startAtOffset: 0,
        odd: 1,
        format: { type: 'CypherLine', query: 'RETURN 1', other: 1 },
      },
      ['.odd', '.format.other'],
    ],
  ])('reports unknown fields of a stream in %s, and no known ones', async (_, body, unknown) => {
    const answer = await ask('POST', '/api/v2/ingests', { name: 'odd', ...body });
    expect((await ask('DELETE', '/api/v2/ingests/odd')).status).toBe(200);
    const { warnings } = JSON.parse(answer.text) as { warnings: string[] };
    expect(warnings.sort()).toEqual(unknown.map(path => `Unknown field ${path} was ignored`).sort());
  });

  test('version 1 warns in a header that the query of a new stream may scan', async () => {
    const format = { type: 'CypherLine', query: 'MATCH (n) WHERE n.v = $that RETURN n' };
    const definition = { type: 'NumberIteratorIngest', ingestLimit: 0, format };
    const answer = await ask('POST', '/api/v1/ingest/scans', definition);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('warning')).toMatch(/^199 weir "the query may scan all nodes/);
    expect((await ask('DELETE', '/api/v1/ingest/scans')).status).toBe(200);
  });

  test('accepts an empty body without a media type', async () => {
    const { status, text } = await ask('POST', '/api/v1/query/cypher');
    expect([status, text]).toEqual([400, '["ParsingFailure: exhausted input"]']);
  });

  test.each(['/api/v1/admin/build-info', `${NEW}/systemInfo`])('%s as text', async path => {
    const accept = async (type: string) =>
      (await fetch(client.service.url + path, { headers: { Accept: type } })).status;
    expect([await accept('text/html'), await accept('text/html, */*;q=0.1')]).toEqual([406, 200]);
  });
});

test('shuts down on request', async () => {
  expect(await ask('POST', '/api/v2/system:shutdown')).toMatchObject({ status: 202, text: '' });
  await client.service.shutdownRequested;
  expect(await ask('POST', `${OLD}/shutdown`)).toMatchObject({
    status: 202,
    text: '{"message":"The server is shutting down"}',
  });
});
