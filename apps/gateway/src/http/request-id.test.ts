/** Ids of requests, from the header to the log, and levels of modules over the API. */
import { systemEnvironment } from '@weir/runtime';
import { startWeir } from '../testing/start-weir.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('uses the id that a request brings if it is valid, else a new one', async () => {
  const logged: { level: string; message: string; fields: unknown }[] = [];
  let finished: () => void = () => undefined;
  const environment = systemEnvironment({
    log: (level, message, fields) => {
      logged.push({ level, message, fields });
      finished();
    },
  });
  const { url, stop } = await startWeir({ environment });
  const idOf = async (path: string, id?: string): Promise<string | null> => {
    const answer = await fetch(url + path, { headers: id === undefined ? {} : { 'x-request-id': id } });
    await answer.arrayBuffer();
    return answer.headers.get('x-request-id');
  };
  expect(await idOf('/api/v1/admin/liveness', 'from-a.proxy:1/2')).toBe('from-a.proxy:1/2');
  expect(await idOf('/api/v2/system/liveness')).toMatch(UUID);
  for (const bad of ['two words', 'x'.repeat(129), '<script>', 'a"b'])
    expect(await idOf('/api/v1/nothing', bad)).toMatch(UUID);
  const line = { level: 'info', message: 'GET /docs/openapi.json 200' };
  const isLogged = new Promise<void>(resolve => {
    finished = () => {
      if (logged.some(({ message }) => message === line.message)) resolve();
    };
  });
  await idOf('/docs/openapi.json?secret=1', 'mine');
  await isLogged;
  expect(logged).toContainEqual({
    ...line,
    fields: { requestId: 'mine', client: expect.stringContaining('127.0.0.1'), millis: expect.any(Number) },
  });
  await stop();
});

test.each([
  ['/api/v1/admin/log-levels', (body: unknown) => body],
  ['/api/v2/system/logLevels', (body: unknown) => body],
  ['/api/v2/admin/log-levels', (body: unknown) => (body as { content: unknown }).content],
])('%s: reads and changes levels', async (path, inside) => {
  const { url, stop } = await startWeir();
  const ask = async (method: string, body?: object): Promise<{ status: number; body: unknown }> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, ...(body && { headers, body: JSON.stringify(body) }) });
    return { status: answer.status, body: inside(await answer.json()) };
  };
  expect((await ask('GET')).body).toEqual({ level: 'debug', modules: {} });
  const levels = { level: 'error', modules: { ingest: 'debug', access: 'info' } };
  expect(await ask('PUT', levels)).toEqual({ status: 200, body: levels });
  expect((await ask('GET')).body).toEqual(levels);
  expect((await ask('PUT', { level: 'loud', modules: {} })).status).toBe(400);
  expect((await ask('PUT', { level: 'warn', modules: { nothing: 'warn' } })).status).toBe(400);
  await stop();
});
