/**
 * Runs the streams and outputs in the guides that need no external server unchanged, except for ports and addresses.
 * Examples that need a broker or a database are tested in test/brokers.
 */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { freePort } from '@weir/platform/testing';
import { examplesBelow } from '../brokers/guide-examples.js';
import { Endpoint } from '../support/endpoint.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const INGEST = 'docs/guides/ingest.md';
const WEB_SOURCES = 'docs/guides/ingest/web.md';
const BAD_RECORDS = 'docs/guides/ingest/bad-records.md';
const OUTPUTS = 'docs/guides/standing-queries/outputs.md';
const V2 = '/api/v2/graph/quine';

let gateway: GatewayProcess;
let v1: V1Client;
let endpoint: Endpoint;
beforeEach(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  v1 = new V1Client(gateway);
  endpoint = await Endpoint.start();
});
afterEach(async () => {
  expect(await gateway.stop()).toBe(0);
  await endpoint.stop();
});

async function post(path: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await gateway.fetch(path, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text} for ${body}`);
  return text;
}

/** The first block below a heading. */
async function example(page: string, heading: string): Promise<string> {
  return (await examplesBelow(page, heading))[0]!;
}

/** Fields without enclosing braces. */
async function fields(page: string, heading: string): Promise<object> {
  return JSON.parse(`{${await example(page, heading)}}`) as object;
}

/** A line with the path, and the body. */
async function postExample(page: string, heading: string): Promise<void> {
  const [, path, body] = /^POST (\S+)\n\n(.*)$/s.exec(await example(page, heading))!;
  await post(path!, body!);
}

async function webSocketServer(): Promise<{ server: WebSocketServer; port: number }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const createPerson = (id = 'ann'): Promise<unknown[][]> =>
  gateway.rows(`MATCH (n) WHERE id(n) = idFrom('${id}') SET n:Person, n.name = 'Ann'`);

async function watchPersons(outputs: Readonly<Record<string, unknown>>): Promise<void> {
  await v1.createStanding('persons', 'MATCH (n:Person) RETURN DISTINCT id(n) AS id', { outputs });
}

test('reads files, in both versions', async () => {
  await writeFile(join(gateway.folder, 'events.jsonl'), '{"id":1,"kind":"a"}\n{"id":2,"kind":"b"}\n');
  const kinds = (): Promise<unknown[][]> =>
    gateway.rows("UNWIND [1, 2] AS i MATCH (n) WHERE id(n) = idFrom('event', i) RETURN n.kind, n.more");
  await postExample(INGEST, '# Ingest');
  expect(
    (
      await until(
        () => v1.ingest('my-stream'),
        ({ status }) => status === 'Completed',
      )
    ).stats,
  ).toMatchObject({
    ingestedCount: 2,
  });
  await v1.call('DELETE', '/ingest/my-stream', 200);
  await appendFile(join(gateway.folder, 'events.jsonl'), '{"id":2,"kind":"b","more":true}\n');
  await postExample(INGEST, '## Version 2');
  await until(async () => (await v1.ingest('my-stream')).status === 'Completed');
  expect(await kinds()).toEqual([
    ['a', null],
    ['b', true],
  ]);
});

test('reads a file over a WebSocket', async () => {
  await post(`${V2}/ingests`, await example(WEB_SOURCES, '## Uploads'));
  const section = (await readFile(projectFile(WEB_SOURCES), 'utf8')).split('\n## Uploads\n')[1]!;
  const program = /```js\n(.*?)```/s
    .exec(section)![1]!
    .replace('ws://127.0.0.1:8080', gateway.url.replace('http', 'ws'));
  const said: unknown[] = [];
  const log = (text: string): void => void said.push(JSON.parse(text));
  new Function('WebSocket', 'console', program)(WebSocket, { log });
  await until(() => said.some(each => (each as { type: string }).type === 'Complete'));
  expect(said[0]).toEqual({ type: 'Ready' });
  expect(said.at(-1)).toEqual({ type: 'Complete', accepted: 2, rejectedCount: 0, rejected: [] });
  const query = "UNWIND ['1', '2'] AS i MATCH (n) WHERE id(n) = idFrom('order', i) RETURN n.total";
  expect(await gateway.rows(query)).toEqual([['20'], ['35']]);
});

test('sends messages over TCP, from an output to a stream', async () => {
  const port = String(await freePort());
  await watchPersons({});
  await post(
    `${V2}/standingQueries/persons/outputs`,
    (await example(OUTPUTS, '### Messages over TCP')).replace('9200', port),
  );
  const source = JSON.parse(
    (await example(WEB_SOURCES, '## Messages over TCP')).replace('9200', port),
  ) as object;
  const query = "MATCH (n) WHERE id(n) = idFrom('heard', $that.data.id) SET n:Heard";
  await post(
    `${V2}/ingests`,
    JSON.stringify({
      name: 'tcp',
      source,
      query,
      onStreamError: { type: 'RetryStreamError', retryCount: 10 },
    }),
  );
  // A stream runs before it is connected, and messages sent meanwhile are lost: send one after the other until one
  // arrives.
  let persons = 0;
  await until(async () => {
    await createPerson(`${persons++}`);
    return (await v1.ingest('tcp')).stats.ingestedCount > 0;
  });
  expect(await gateway.rows('MATCH (n:Heard) RETURN count(n) > 0')).toEqual([[true]]);
});

test('runs a transformation, and sends bad records to a file, an endpoint and the graph', async () => {
  await writeFile(
    join(gateway.folder, 'in.jsonl'),
    '{"id":1,"price":2,"count":3}\nbroken\n{"id":2,"price":5,"count":7}\n',
  );
  const create = async (name: string, more: object): Promise<void> => {
    const source = { type: 'File', path: 'in.jsonl', format: { type: 'JsonL' } };
    const query = "MATCH (n) WHERE id(n) = idFrom('sum', $that.id) SET n.total = $that.total";
    await post(`${V2}/ingests`, JSON.stringify({ name, source, query, ...more }));
    await until(async () => (await v1.ingest(name)).status === 'Completed');
  };
  const local = (value: object): object =>
    JSON.parse(
      JSON.stringify(value)
        .replace('http://127.0.0.1:9000/bad', endpoint.url)
        .replace('https://hooks.slack.com/services/...', endpoint.url),
    ) as object;
  await create('sums', {
    ...(await fields('docs/guides/ingest/formats.md', '## Transformations')),
    ...local(await fields(BAD_RECORDS, '# Bad records and dead letters')),
  });
  expect(
    await gateway.rows("UNWIND [1, 2] AS i MATCH (n) WHERE id(n) = idFrom('sum', i) RETURN n.total"),
  ).toEqual([[6], [35]]);
  await until(() => endpoint.received.length === 1);
  const frame = Buffer.from('broken').toString('base64');
  expect(endpoint.received).toEqual([expect.objectContaining({ frame })]);
  const bad = await until(
    () => readFile(join(gateway.folder, 'bad.jsonl'), 'utf8'),
    text => text !== '',
  );
  expect(bad).toBe(`"${frame}"\n`);

  const deadLetterQueueSettings = local(await fields(BAD_RECORDS, '## Bad records into the graph'));
  await create('again', { onRecordError: { deadLetterQueueSettings } });
  const stored = await until(
    () => gateway.rows('MATCH (n:Bad) RETURN n.stream, text.utf8Decode(n.frame)'),
    rows => rows.length === 1,
  );
  expect(stored).toEqual([['again', 'broken']]);
  await until(() => JSON.stringify(endpoint.received).includes('again'));
});

test('sends results to an endpoint, many in a request, and to a WebSocket', async () => {
  const { server: board, port } = await webSocketServer();
  try {
    const seen: string[] = [];
    board.on('connection', socket => socket.on('message', data => seen.push(String(data))));
    const batches = (await example(OUTPUTS, '### Batches of posts')).replace(
      'http://localhost:9000/hook',
      endpoint.url,
    );
    await watchPersons({ batches: JSON.parse(batches) as object });
    await post(
      `${V2}/standingQueries/persons/outputs`,
      (await example(OUTPUTS, '### WebSockets')).replace('9100', String(port)),
    );
    await createPerson();
    await until(() => endpoint.received.length === 1 && seen.length >= 1);
    const match = expect.objectContaining({
      meta: expect.objectContaining({ isPositiveMatch: true }) as object,
    }) as object;
    expect(endpoint.received).toEqual([[match]]);
    expect(JSON.parse(seen[0]!)).toEqual(match);
  } finally {
    for (const client of board.clients) client.terminate();
    board.close();
  }
});

test('a WebSocket reconnects as the guide says', async () => {
  const { server: feed, port } = await webSocketServer();
  try {
    feed.on('connection', socket => {
      socket.send('{"n":1}');
      socket.close();
    });
    const url = `ws://127.0.0.1:${port}/`;
    const source = {
      type: 'WebsocketClient',
      url,
      initMessages: [],
      characterEncoding: 'UTF-8',
      format: { type: 'Json' },
      ...(await fields(WEB_SOURCES, '## WebSockets that reconnect')),
    };
    const query = "MATCH (n) WHERE id(n) = idFrom('came', $that.n) SET n.n = $that.n";
    await post(`${V2}/ingests`, JSON.stringify({ name: 'feed', source, query }));
    await until(async () => (await v1.ingest('feed')).stats.ingestedCount >= 2);
  } finally {
    for (const client of feed.clients) client.terminate();
    feed.close();
  }
});
