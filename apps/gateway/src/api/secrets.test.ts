/** Secrets in addresses are never shown and survive a restart. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { systemEnvironment } from '@weir/runtime';
import { until } from '../testing/client-of-service.js';
import { startWeir, type TestWeir } from '../testing/start-weir.js';

const asked: string[] = [];
const logged: string[] = [];
let folder: string;
let service: TestWeir;
const server = createServer((request, response) => {
  asked.push(request.url!);
  request.resume();
  // The source keeps retrying; the output gives up.
  response.writeHead(request.url!.startsWith('/events') ? 503 : 400).end();
});

async function start(): Promise<void> {
  service = await startWeir({
    folder,
    store: { type: 'embedded', path: join(folder, 'data') },
    environment: systemEnvironment({
      log: (_, message, fields) => logged.push(`${message} ${JSON.stringify(fields)}`),
    }),
  });
}

async function ask(method: string, path: string, body?: unknown): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${service.url}${path}`, init);
  return await response.text();
}

/** Requests received, after a short wait for them. */
async function arrived(): Promise<readonly string[]> {
  await new Promise(resolve => setImmediate(resolve));
  return asked;
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-secrets-')));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  await start();
});
afterAll(async () => {
  await service.stop();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

test('never shows secrets of addresses', async () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shown: string[] = [];
  const record = async (...request: Parameters<typeof ask>): Promise<void> =>
    void shown.push(await ask(...request));
  await record('POST', '/api/v1/ingest/s', {
    type: 'ServerSentEventsIngest',
    url: `${base.replace('//', '//user:hidden@')}/events?access_token=hidden`,
    format: { type: 'CypherJson', query: 'CREATE ($that)' },
  });
  await record('POST', '/api/v1/query/standing/q', {
    pattern: { type: 'Cypher', query: 'MATCH (n:Hit) RETURN DISTINCT id(n)' },
    outputs: {
      post: { type: 'PostToEndpoint', url: `${base}/post?key=hidden` },
      slack: { type: 'PostToSlack', hookUrl: `${base}/services/hidden` },
    },
  });
  await record('POST', '/api/v2/graph/quine/standingQueries/q/outputs', {
    name: 'new',
    destinations: [
      { type: 'HttpEndpoint', url: `${base}/new?key=hidden` },
      { type: 'Slack', hookUrl: `${base}/services/hidden` },
    ],
  });
  await ask('POST', '/api/v1/query/cypher', { text: 'CREATE (:Hit)' });
  await until(arrived, urls =>
    ['/post', '/new', '/events'].every(path => urls.some(url => url.startsWith(path))),
  );
  const restarted = asked.length;
  await service.stop();
  await start();
  await ask('POST', '/api/v1/query/cypher', { text: 'CREATE (:Hit)' });
  const secret = ['/events?access_token=hidden', '/post?key=hidden', '/services/hidden', '/new?key=hidden'];
  await until(arrived, all => secret.every(url => all.slice(restarted).includes(url)));
  for (const path of [
    '/api/v1/ingest',
    '/api/v1/ingest/s',
    '/api/v1/query/standing',
    '/api/v2/graph/quine/standingQueries/q',
    '/api/v1/query/standing/q',
    '/api/v2/graph/quine/standingQueries/q/outputs',
  ]) {
    await record('GET', path);
  }
  await record('DELETE', '/api/v1/query/standing/q/output/post');
  await record('DELETE', '/api/v1/ingest/s');
  expect(shown.join('\n')).toContain('access_token=Secret(****)');
  expect(shown.join('\n')).toContain('key=Secret(****)');
  expect(shown.join('\n')).toContain(`${base}/Secret(****)`);
  expect(logged.join('\n')).toContain('access_token=Secret(****)');
  expect([...shown, ...logged].join('\n')).not.toContain('hidden');
});
