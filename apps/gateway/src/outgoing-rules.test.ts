/** The policy for outgoing connections, shared by queries, outputs and sources. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseRecipe } from '@weir/recipes';
import { loadConfig } from './config/load-config.js';
import { outgoingRules } from './outgoing-rules.js';
import { startWeir, type TestWeirOptions } from './testing/start-weir.js';

let server: Server;
let port: number;
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    else response.end('a,b\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());
beforeEach(() => (asked = []));

type Settings = NonNullable<TestWeirOptions['settings']>;

function rulesOf(options: Settings) {
  return outgoingRules(loadConfig({ options, properties: new Map(), environment: {} }).config, undefined);
}

test.each<[Settings, boolean]>([
  [{}, true],
  [{ 'webserver.address': '::1' }, true],
  [{ 'webserver.enabled': false, 'webserver.address': '0.0.0.0' }, true],
  [{ 'webserver.address': '0.0.0.0' }, false],
  [{ 'webserver.access.read': ['a-token-of-some-length'] }, false],
  [{ 'webserver.address': '0.0.0.0', 'outgoing.loopback': true }, true],
  [{ 'outgoing.loopback': false }, false],
])('%j: may connect to this machine: %s', (settings, expected) => {
  expect(rulesOf(settings).loopback).toBe(expected);
});

/** Returns the response of each kind of outgoing connection to a request for an address. */
async function waysOut(settings: Settings, origin: string, recipe?: TestWeirOptions['recipe']) {
  const { url, stop } = await startWeir({ settings, ...(recipe && { recipe }) });
  const send = async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return `${answer.status} ${await answer.text()}`;
  };
  const sse = {
    type: 'ServerSentEventsIngest',
    url: `${origin}/events`,
    format: { type: 'CypherJson', query: 'RETURN 1' },
  };
  const ws = { ...sse, type: 'WebsocketSimpleStartupIngest', url: origin.replace('http', 'ws') };
  const pattern = { type: 'Cypher', query: 'MATCH (n:X) RETURN DISTINCT id(n)', mode: 'DistinctId' };
  const post = { type: 'PostToEndpoint', url: `${origin}/hook` };
  const answers = {
    csv: await send('/api/v1/query/cypher', {
      text: 'LOAD CSV FROM $u AS r RETURN r',
      parameters: { u: `${origin}/csv` },
    }),
    sse: await send('/api/v1/ingest/sse', sse),
    ws: await send('/api/v1/ingest/ws', ws),
    post: await send('/api/v1/query/standing/post', { pattern, outputs: { post } }),
    slack: await send('/api/v1/query/standing/slack', {
      pattern,
      outputs: { slack: { type: 'PostToSlack', hookUrl: `${origin}/slack` } },
    }),
  };
  await stop();
  return answers;
}

test('rejects metadata addresses of hosts by default, and sends nothing', async () => {
  for (const [way, answer] of Object.entries(await waysOut({}, 'http://169.254.169.254')))
    expect([way, answer]).toEqual([
      way,
      expect.stringMatching(/^400 .*169\.254\.169\.254 is not an allowed destination/),
    ]);
});

test('rejects this machine, by address and by name, if others can connect', async () => {
  const settings = { 'outgoing.loopback': false };
  const answers = await waysOut(settings, `http://127.0.0.1:${port}`);
  for (const [way, answer] of Object.entries(answers))
    expect([way, answer]).toEqual([
      way,
      expect.stringMatching(/^400 .*127\.0\.0\.1 is not an allowed destination/),
    ]);
  const { csv, sse, ws } = await waysOut(settings, `http://localhost:${port}`);
  for (const answer of [csv, sse, ws])
    expect(answer).toMatch(/^400 .*localhost \(.*\) is not an allowed destination/);
  expect(asked).toEqual([]);
});

test('allows addresses that the configuration or the recipe names, but not other ports', async () => {
  const here = `http://127.0.0.1:${port}`;
  const settings = { 'outgoing.loopback': false };
  const allowed = await waysOut({ ...settings, 'outgoing.allow': ['127.0.0.0/8'] }, here);
  expect(Object.values(allowed).map(answer => answer.slice(0, 3))).toEqual([
    '200',
    '200',
    '200',
    '201',
    '201',
  ]);
  const recipe = parseRecipe(
    `{version: 1, standingQueries: [{pattern: {type: Cypher, query: 'MATCH (n:Y) RETURN DISTINCT id(n)'}, ` +
      `outputs: {hook: {type: PostToEndpoint, url: '${here}/hook'}}}]}`,
    new Map(),
  );
  expect((await waysOut(settings, here, recipe)).csv).toMatch(/^200/);
  expect((await waysOut(settings, 'http://127.0.0.1:1', recipe)).csv).toMatch(
    /^400 .*is not an allowed destination/,
  );
});

test('a redirect reaches only addresses that could be given directly', async () => {
  const { url, stop } = await startWeir();
  const answer = await fetch(`${url}/api/v1/query/cypher`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: `LOAD CSV FROM 'http://127.0.0.1:${port}/away' AS r RETURN r`,
  });
  expect(await answer.text()).toMatch(/redirected to 169\.254\.169\.254, which is not allowed/);
  expect(asked).toEqual(['/away']);
  await stop();
});
