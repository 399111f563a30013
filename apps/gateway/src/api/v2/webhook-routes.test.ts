/** Pushed records: acknowledged when durable, with unreadable ones reported, and rejected when too many wait. */
import { readFileSync } from 'node:fs';
import { clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService({ settings: { 'webserver.maximum-body-size': 1_000_000 } });
const { ask } = client;
const INGESTS = '/api/v2/graph/quine/ingests';
const query = "MATCH (n) WHERE id(n) = idFrom('w', $that.id) SET n.w = $that.id";

async function create(name: string, format: object, more: object = {}): Promise<void> {
  const made = await ask('POST', INGESTS, { name, source: { type: 'Webhook', format }, query, ...more });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
}

async function push(name: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const response = await fetch(`${client.service.url}${INGESTS}/${name}:push`, {
    method: 'POST',
    body,
    headers,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function count(where: string): Promise<unknown> {
  const answer = await ask('POST', '/api/v1/query/cypher', {
    text: `MATCH (n) WHERE ${where} RETURN count(n)`,
  });
  return (JSON.parse(answer.text) as { results: unknown[][] }).results[0]![0];
}

test('pushed records are durable when the response arrives', async () => {
  await create('lines', { type: 'JsonL' });
  const answer = await push('lines', '{"id":"a"}\n{"id":"b"}\n');
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    { accepted: 2, rejectedCount: 0, rejected: [] },
  ]);
  expect(await count("n.w IN ['a', 'b']")).toBe(2);
  expect(JSON.parse((await push('lines', '')).text)).toMatchObject({ accepted: 0 });
});

test('runs the example of the guide unchanged', async () => {
  // This file runs as apps/gateway/dist/api/v2/webhook-routes.test.js.
  const guide = readFileSync(new URL('../../../../../docs/guides/ingest/web.md', import.meta.url), 'utf8');
  const section = guide.split('\n## Webhooks\n')[1]!.split('\n## ')[0]!;
  const [stream, record] = [...section.matchAll(/ -d '(.*?)'\n```/gs)].map(([, body]) => body!);
  expect(await ask('POST', INGESTS, stream)).toMatchObject({ status: 201 });
  const { status, text } = await push('hook', record!);
  expect(status).toBe(200);
  expect(section).toContain(`The answer, \`${text}\`,`);
});

test('reports an unreadable record with its position, and keeps the others', async () => {
  const answer = await push('lines', '{"id":"c"}\nno json\n{"id":"d"}\n\xff');
  expect([answer.status, answer.headers.get('weir-error-code')]).toEqual([422, 'ingest.bad-records']);
  expect(JSON.parse(answer.text)).toMatchObject({
    accepted: 2,
    rejectedCount: 2,
    rejected: [
      { record: 1, reason: expect.any(String) },
      { record: 3, reason: expect.any(String) },
    ],
  });
  expect(await count("n.w IN ['c', 'd']")).toBe(2);
});

test.each([
  ['is found among the others', 'SET n.x = 1 / $that.by, n.w = $that.id'],
  [
    'is not run twice',
    'CREATE (n)-[:x]->(x) SET x.one = 1 / $that.by, n.w = $that.id, n.times = coalesce(n.times, 0) + 1',
  ],
])('a record for which the query fails %s, and the stream continues', async (_, write) => {
  const name = write.startsWith('SET') ? 'divided' : 'created';
  const query = `MATCH (n) WHERE id(n) = idFrom('${name}', $that.id) ${write}`;
  await create(name, { type: 'JsonL' }, { query });
  const records = Array.from({ length: 300 }, (_, i) => `{"id":"${name}${i}","by":${i % 100 === 7 ? 0 : 1}}`);
  const answer = await push(name, [...records, 'no json', '[1]'].join('\n'));
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    422,
    { accepted: 297, rejectedCount: 5, rejected: [7, 107, 207, 300, 301].map(record => ({ record })) },
  ]);
  const reasons = (JSON.parse(answer.text) as { rejected: { reason: string }[] }).rejected;
  expect(reasons[0]!.reason).toMatch(/^cypher\.arithmetic: .*zero/);
  expect(await count(`n.w STARTS WITH '${name}' AND coalesce(n.times, 1) = 1`)).toBe(297);
  expect((await push(name, `{"id":"${name}","by":1}`)).status).toBe(200);
});

test('reports the records of concurrent pushes to their own senders', async () => {
  const bodies = Array.from({ length: 20 }, (_, i) =>
    Array.from({ length: i + 1 }, (_, k) => (k === i ? 'bad' : `{"id":"p${i}-${k}"}`)).join('\n'),
  );
  const answers = await Promise.all(bodies.map(body => push('lines', body)));
  answers.forEach(({ status, text }, i) => {
    expect([status, JSON.parse(text)]).toMatchObject([422, { accepted: i, rejected: [{ record: i }] }]);
  });
});

test('reads an array, rows, and bytes', async () => {
  await create('array', { type: 'Json' });
  expect((await push('array', '[{"id":"e"},\n {"id":"f"}]')).text).toContain('"accepted":2');
  expect((await push('array', '{"id":"g"}')).text).toContain('"accepted":1');
  expect(await push('array', '[{"id":"h"}, {"id":')).toMatchObject({ status: 400 });
  const rows = "MATCH (n) WHERE id(n) = idFrom('w', $that.k) SET n.w = $that.k";
  await create('rows', { type: 'CSV', headers: ['k', 'v'] }, { query: rows });
  expect((await push('rows', 'i,1\nj,2\n')).text).toContain('"accepted":2');
  const bytes = "MATCH (n) WHERE id(n) = idFrom('bytes') SET n.w = 'bytes', n.length = size($that)";
  await create('bytes', { type: 'Raw' }, { query: bytes.replace(', n.length = size($that)', '') });
  expect((await push('bytes', Uint8Array.of(0, 255, 10, 254))).text).toContain('"accepted":1');
  expect(await count("n.w IN ['e', 'f', 'g', 'i', 'j', 'bytes']")).toBe(6);
  const headers = await ask('POST', INGESTS, {
    name: 'no',
    source: { type: 'Webhook', format: { type: 'CSV', headers: true } },
    query,
  });
  expect(headers.status).toBe(400);
});

test('rejects pushes to a stream that is paused, removed, or of another source', async () => {
  await ask('POST', `${INGESTS}/array:pause`);
  const paused = await push('array', '{"id":"x"}');
  expect([paused.status, paused.headers.get('retry-after')]).toEqual([503, '5']);
  await ask('POST', `${INGESTS}/array:resume`);
  expect(await push('array', '{"id":"x"}')).toMatchObject({ status: 200 });
  await ask('DELETE', `${INGESTS}/array`);
  expect(await push('array', '{"id":"x"}')).toMatchObject({ status: 404 });
  await ask('POST', INGESTS, { name: 'n', source: { type: 'NumberIterator', limit: 1 }, query: 'RETURN 1' });
  expect(await push('n', '1')).toMatchObject({ status: 400 });
});

test('limits the size of bodies', async () => {
  expect(await push('lines', 'x'.repeat(1_000_001))).toMatchObject({ status: 413 });
});

test('the older form wraps its response, and version 1 shows the stream', async () => {
  const pushed = await ask('POST', '/api/v2/ingests/lines/push', { id: 'older' });
  expect([pushed.status, JSON.parse(pushed.text)]).toMatchObject([200, { content: { accepted: 1 } }]);
  expect(JSON.parse((await ask('GET', '/api/v1/ingest/lines')).text)).toMatchObject({
    settings: { type: 'OnlyInVersion2', source: 'Webhook' },
  });
});

test('rejects pushes while too much is waiting, to be pushed again', async () => {
  await create('held', { type: 'Raw' }, { query: 'RETURN 1', maxPerSecond: 1 });
  const body = new Uint8Array(900_000);
  const answers = Array.from({ length: 25 }, () => push('held', body));
  const refused = answers.map(async answer => {
    const { status, headers } = await answer;
    return status === 429 ? headers.get('retry-after') : new Promise<never>(() => undefined);
  });
  expect(await Promise.race(refused)).toBe('1');
  await ask('DELETE', `${INGESTS}/held`);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  // Pushes after the removal of the stream reach no stream.
  expect(new Set([200, 404, ...statuses])).toEqual(new Set([200, 404, 429, 503]));
});
