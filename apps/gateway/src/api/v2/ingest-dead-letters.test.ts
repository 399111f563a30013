/** Records that cannot be read: logged or not, and delivered to their destinations. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { eventually } from '@weir/platform/testing';
import { clientOfService, until } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask } = client;
const INGESTS = '/api/v2/graph/quine/ingests';
const posted: unknown[] = [];
const STATUS: Readonly<Record<string, number>> = { '/refuse': 400, '/busy': 503 };
/** Requests that got no response, or a request to retry. */
let unanswered = 0;
let busy = 0;
const server = createServer((request, response) => {
  let body = '';
  if (request.url === '/silent') return void unanswered++;
  request.on('data', (piece: Buffer) => (body += piece.toString()));
  request.on('end', () => {
    posted.push([request.headers['x-key'], JSON.parse(body)]);
    if (request.url === '/busy') busy++;
    response.writeHead(STATUS[request.url ?? ''] ?? 200).end();
  });
});
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Info {
  readonly status: string;
  readonly stats: object;
  readonly settings: object;
}

async function run(body: object): Promise<Info> {
  const created = await ask('POST', INGESTS, body);
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  const info = await until(
    async () => JSON.parse((await ask('GET', `${INGESTS}/dead`)).text) as Info,
    ({ status }) => status !== 'RUNNING',
  );
  await ask('DELETE', `${INGESTS}/dead`);
  return info;
}

const BAD = '{bad json here!';
const FRAME = Buffer.from(BAD).toString('base64');

function streamOf(destinations: readonly object[], times = 1): object {
  writeFileSync(
    join(client.service.folder, 'bad.jsonl'),
    `{"id":"x1"}\n${`${BAD}\n`.repeat(times)}{"id":"x2"}\n`,
  );
  return {
    name: 'dead',
    source: { type: 'File', path: 'bad.jsonl', format: { type: 'JsonL' } },
    query: "MATCH (n) WHERE id(n) = idFrom('dead', $that.id) SET n.id = $that.id",
    onRecordError: { deadLetterQueueSettings: { destinations } },
  };
}

test('treats a record whose query fails as a bad record, if the definition says so', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/failed`;
  const destinations = [{ type: 'HttpEndpoint', url, outputFormat: { withInfoEnvelope: true } }];
  const stream = streamOf(destinations);
  const query = "MATCH (n) WHERE id(n) = idFrom('dead', $that.id) SET n.id = 1 / (size($that.id) - 2)";
  writeFileSync(join(client.service.folder, 'bad.jsonl'), '{"id":"x"}\n{"id":"no"}\n{"id":"xyz"}\n');
  const onRecordError = { includeQueryFailures: true, deadLetterQueueSettings: { destinations } };
  expect(await run({ ...stream, query, onRecordError })).toMatchObject({
    status: 'COMPLETED',
    rejection: expect.stringMatching(/^Record 1: cypher\.arithmetic: /) as string,
    settings: { onRecordError: { includeQueryFailures: true } },
    stats: { ingestedCount: 3, rejectedCount: 1 },
  });
  const frame = Buffer.from('{"id":"no"}').toString('base64');
  const message = expect.stringMatching(/^cypher\.arithmetic: /) as string;
  expect(posted.splice(0)).toEqual([[undefined, { frame, message, decoded: { id: 'no' } }]]);
  expect(await run({ ...stream, query })).toMatchObject({ status: 'FAILED' });
});

test('sends bad records to all destinations, and the stream continues', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dead?token=secret`;
  const headers = { 'x-key': 'secret' };
  const info = await run(
    streamOf([
      { type: 'File', path: 'dead.jsonl' },
      { type: 'StandardOut' },
      { type: 'HttpEndpoint', url, headers },
      { type: 'HttpEndpoint', url, outputFormat: { withInfoEnvelope: true } },
    ]),
  );
  expect(info).toMatchObject({ status: 'COMPLETED', stats: { ingestedCount: 3, rejectedCount: 1 } });
  expect(readFileSync(join(client.service.folder, 'dead.jsonl'), 'utf8')).toBe(`"${FRAME}"\n`);
  expect(client.service.results).toEqual([`"${FRAME}"\n`]);
  expect(posted).toHaveLength(2);
  expect(posted).toEqual(
    expect.arrayContaining([
      ['secret', FRAME],
      [undefined, { frame: FRAME, message: expect.stringContaining('JSON') as unknown }],
    ]),
  );
  expect(JSON.stringify(info.settings)).not.toContain('secret');
});

test('the next stream appends to the file, in each of many formats', async () => {
  await run(streamOf([{ type: 'File', path: 'dead.jsonl' }], 11));
  expect(readFileSync(join(client.service.folder, 'dead.jsonl'), 'utf8')).toBe(`"${FRAME}"\n`.repeat(12));
});

test('writes bad records to the graph by a query', async () => {
  const query =
    "MATCH (n) WHERE id(n) = idFrom('bad', $it.frame) SET n:Bad, n.stream = $it.stream, n.message = $it.message, n.frame = $it.frame";
  const info = await run(streamOf([{ type: 'CypherQuery', query, parameter: 'it' }], 3));
  expect(info).toMatchObject({ status: 'COMPLETED', stats: { ingestedCount: 5, rejectedCount: 3 } });
  const read = await client.cypher('MATCH (n:Bad) RETURN n.stream, n.message, n.frame');
  const message = expect.stringContaining('JSON') as string;
  expect(JSON.parse(read.text)).toMatchObject({ results: [['dead', message, FRAME]] });

  for (const [wrong, why] of [
    ['MATCH (n) SET n.bad = $that.frame', 'may contain full node scan'],
    ['MATCH (n', 'SyntaxError'],
  ]) {
    const refused = await ask('POST', INGESTS, streamOf([{ type: 'CypherQuery', query: wrong }]));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(why!)]);
  }
});

test('continues the stream when the query for bad records fails', async () => {
  const query = "MATCH (n) WHERE id(n) = idFrom('bad') SET n.x = 1 / (size($that.stream) - 4)";
  const info = await run(streamOf([{ type: 'CypherQuery', query }]));
  expect(info).toMatchObject({ status: 'COMPLETED', stats: { ingestedCount: 3, rejectedCount: 1 } });
});

test('writes the records behind one for which that query fails', async () => {
  const query =
    "MATCH (n) WHERE id(n) = idFrom('bad', $that.frame) SET n:Behind, n.x = 1 / (size(text.utf8Decode($that.frame)) - 4)";
  const stream = streamOf([{ type: 'CypherQuery', query, parallelism: 1 }]);
  writeFileSync(join(client.service.folder, 'bad.jsonl'), '{bad\n{bad, longer\n');
  expect(await run(stream)).toMatchObject({ status: 'COMPLETED', stats: { rejectedCount: 2 } });
  const read = await client.cypher('MATCH (n:Behind) WHERE n.x IS NOT NULL RETURN count(n)');
  expect(JSON.parse(read.text)).toMatchObject({ results: [[1]] });
});

test('reports the number of records and the newest ones to Slack, without interpreting their text', async () => {
  posted.length = 0;
  const hookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/secret`;
  const stream = streamOf([{ type: 'Slack', hookUrl, intervalSeconds: 3600 }]);
  const bad = '{"id": <!channel> & more';
  writeFileSync(join(client.service.folder, 'bad.jsonl'), `{"id":"x1"}\n${`${bad}\n`.repeat(5)}`);
  const info = await run({ ...stream, query: "MATCH (n) WHERE id(n) = idFrom('s', $that.id) SET n.id = 1" });
  expect(info).toMatchObject({ status: 'COMPLETED', stats: { ingestedCount: 6, rejectedCount: 5 } });
  expect(JSON.stringify(info.settings)).not.toContain('secret');
  const texts = JSON.stringify(posted);
  expect(texts).toMatch(/5 records of dead could not be read|4 records of dead could not be read/);
  expect(texts).not.toContain('<!channel>');
});

test.each(['PONG', 'MESSAGE'])(
  'a WebSocket receives each record once, acknowledged by %s',
  async acknowledgement => {
    const received: unknown[] = [];
    const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(sockets, 'listening');
    let connections = 0;
    sockets.on('connection', (socket, { headers }) => {
      const isFirst = ++connections === 1;
      socket.on('message', (data: Buffer) => {
        // Records that are not acknowledged are sent again over the next connection.
        if (isFirst) return socket.terminate();
        received.push([headers['x-key'], JSON.parse(data.toString())]);
        if (acknowledgement === 'MESSAGE') socket.send('taken');
      });
    });
    try {
      const { port } = sockets.address() as AddressInfo;
      const target = { url: `ws://127.0.0.1:${port}/dead?token=secret`, headers: { 'x-key': 'hidden' } };
      const outputFormat = { withInfoEnvelope: true };
      const info = await run(streamOf([{ type: 'WebSocket', ...target, acknowledgement, outputFormat }], 3));
      expect(info).toMatchObject({ status: 'COMPLETED', stats: { ingestedCount: 5, rejectedCount: 3 } });
      expect(JSON.stringify(info)).not.toMatch(/secret|hidden/);
      const message = expect.stringContaining('JSON') as string;
      expect(received).toEqual(Array(3).fill(['hidden', { frame: FRAME, message }]));
    } finally {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    }
  },
);

test('reports records that cannot be delivered', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/refuse`;
  const info = await run(streamOf([{ type: 'HttpEndpoint', url }]));
  expect(info).toMatchObject({ status: 'COMPLETED', stats: { ingestedCount: 3, rejectedCount: 1 } });
});

test.each([
  ['v2', '/silent', `${INGESTS}/dead`],
  ['v1', '/busy', '/api/v1/ingest/dead'],
])('DELETE of %s does not wait for destinations of bad records', async (_, path, ingest) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  unanswered = busy = 0;
  const created = await ask('POST', INGESTS, streamOf([{ type: 'HttpEndpoint', url }], 3));
  expect(created.status).toBe(201);
  await eventually(() => unanswered + busy > 0);
  const deleted = await ask('DELETE', ingest);
  expect(deleted.status).toBe(200);
  expect(JSON.parse(deleted.text)).toMatchObject({ stats: { ingestedCount: 5, rejectedCount: 3 } });
  // Six attempts for each, if it had waited for them.
  expect(busy).toBeLessThan(18);
});

test('a transformation creates the values; a record for which it throws is a bad record', async () => {
  posted.length = 0;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dead`;
  const info = await run({
    name: 'dead',
    source: { type: 'NumberIterator', startOffset: 1, limit: 4 },
    query: "MATCH (n) WHERE id(n) = idFrom('js', $that.k) SET n.twice = $that.twice",
    transformation: {
      type: 'JavaScript',
      function: `n => {
        if (n === 2) throw new Error('two');
        if (n === 3) new Array(4294967295).indexOf(1);
        return { k: n, twice: 2 * n };
      }`,
    },
    onRecordError: {
      deadLetterQueueSettings: {
        destinations: [{ type: 'HttpEndpoint', url, outputFormat: { withInfoEnvelope: true } }],
      },
    },
  });
  expect(info).toMatchObject({ status: 'COMPLETED', stats: { ingestedCount: 4, rejectedCount: 2 } });
  const tooLong = 'the transformation failed: it takes too many steps, or too long';
  expect(posted).toEqual([
    [undefined, { frame: 2, decoded: 2, message: 'the transformation failed: Error: two' }],
    [undefined, { frame: 3, decoded: 3, message: tooLong }],
  ]);
  const read = await client.cypher(
    "UNWIND [1, 2, 3, 4] AS i MATCH (n) WHERE id(n) = idFrom('js', i) RETURN n.twice AS twice",
  );
  expect(JSON.parse(read.text)).toMatchObject({ results: [[2], [null], [null], [8]] });
});
