import { v1Endpoints } from '@weir/api';
import { API, clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask } = client;

describe('administration', () => {
  test.each<[string, string, number, unknown]>([
    ['GET', 'build-info', 200, { version: '0.2.0', javaVersion: `Node.js ${process.version}` }],
    ['GET', 'config', 200, { persistor: { persistorType: 'inmemory', isLocal: true }, shardCount: 4 }],
    ['GET', 'liveness', 204, undefined],
    ['GET', 'readiness', 204, undefined],
    ['HEAD', 'readiness', 204, undefined],
    ['GET', 'metrics', 200, { counters: expect.any(Array) as unknown, timers: expect.any(Array) as unknown }],
    ['GET', 'meta-data', 200, { serialization_version: 'AQAA' }],
    ['POST', 'request-node-sleep/1-1-1-1-1', 202, undefined],
  ])('%s %s', async (method, path, status, body) => {
    const answer = await ask(method, `${API}/admin/${path}`);
    expect(answer.status).toBe(status);
    if (body === undefined) expect(answer.text).toBe('');
    else expect(JSON.parse(answer.text)).toMatchObject(body as object);
  });

  test('reads and changes shard sizes', async () => {
    const all = { softLimit: 100_000, hardLimit: 750_000 };
    const read = await ask('POST', `${API}/admin/shard-sizes`, {});
    expect(JSON.parse(read.text)).toEqual({ 0: all, 1: all, 2: all, 3: all });
    const changed = await ask('POST', `${API}/admin/shard-sizes`, { 2: { softLimit: 5, hardLimit: 6 } });
    expect(JSON.parse(changed.text)).toEqual({ 0: all, 1: all, 2: { softLimit: 5, hardLimit: 6 }, 3: all });
    await ask('POST', `${API}/admin/shard-sizes`, { 2: all });
  });

  test('answers a shutdown request immediately and passes it on', async () => {
    expect(await ask('POST', `${API}/admin/shutdown`)).toMatchObject({ status: 202, text: '' });
    await client.service.shutdownRequested;
  });
});

describe('reads and writes the lists of the exploration page', () => {
  const samples = [{ name: 'one', query: 'RETURN 1' }];
  test.each([API, ''])('below %p', async prefix => {
    expect((await ask('PUT', `${prefix}/query-ui/sample-queries`, samples)).status).toBe(204);
    expect(JSON.parse((await ask('GET', `${prefix}/query-ui/sample-queries`)).text)).toEqual(samples);
  });
  test('defaults', async () => {
    const quick = JSON.parse((await ask('GET', `${API}/query-ui/quick-queries`)).text) as unknown[];
    expect(quick).toMatchObject([
      { quickQuery: { name: 'Adjacent Nodes' } },
      { quickQuery: { name: 'Refresh' } },
    ]);
  });
  test('keeps an icon given as a code point as its character', async () => {
    const predicate = { propertyKeys: [], knownValues: { a: 1 } };
    await ask('PUT', `${API}/query-ui/node-appearances`, [{ predicate, icon: '&#xf47e;', size: '30.5' }]);
    const kept = JSON.parse((await ask('GET', `${API}/query-ui/node-appearances`)).text) as unknown;
    expect(kept).toEqual([{ predicate, icon: '\uf47e', size: 30.5 }]);
  });
});

test('every GET endpoint without parameters responds as its schema says', async () => {
  for (const { id, method, path, responses } of v1Endpoints) {
    const { schema, mediaType } = responses[200] ?? {};
    if (method !== 'get' || path.includes('{') || !schema || mediaType !== undefined) continue;
    const answer = await ask('GET', API + path);
    const parsed = schema.safeParse(JSON.parse(answer.text));
    expect({ id, issues: parsed.error?.issues ?? [] }).toEqual({ id, issues: [] });
  }
});
