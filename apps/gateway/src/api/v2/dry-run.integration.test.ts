/** Dry runs of ingest streams. Each one starts a worker thread. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;
const PLAIN = '/api/v2/graph/quine/ingests';
const ENVELOPED = '/api/v2/ingests';
const parse = <T>(text: string): T => JSON.parse(text) as T;

function write(name: string, content: string): string {
  writeFileSync(join(client.service.folder, name), content);
  return name;
}

const query = "MATCH (n), (m) WHERE id(n) = idFrom('dry', $that.id) AND id(m) = idFrom('dry', 0)\n";
const body = (source: object, text = `${query}SET n.v = 12 / $that.id CREATE (n)-[:to]->(m)`) => ({
  name: 'dry',
  source,
  query: text,
});
const format = { type: 'JsonL' };

test('reports what the first records would do, and leaves nothing behind', async () => {
  const path = write('dry.jsonl', '{"id":3}\nno json\n{"id":0}\n{"id":4}\n{"id":6}\n');
  const file = body({ type: 'File', path, format });
  const [newer, older] = await Promise.all([
    ask('POST', `${PLAIN}:dryRun?limit=4`, file),
    ask('POST', `${ENVELOPED}/dry-run?limit=4`, file),
  ]);
  expect([newer.status, newer.text]).toEqual([200, expect.any(String)]);
  const outcome = parse<{ nodes: { properties: object }[] }>(newer.text);
  expect(outcome).toMatchObject({
    readCount: 4,
    doneCount: 2,
    ended: 'LIMIT',
    records: [{ id: 3 }, null, { id: 0 }, { id: 4 }],
    errors: [
      { record: 1, stage: 'FORMAT', text: 'no json' },
      { record: 2, stage: 'QUERY', code: 'cypher.arithmetic', text: '{"id":0}' },
    ],
    nodeCount: 3,
    edgeCount: 2,
    edges: [{ edgeType: 'to' }, { edgeType: 'to' }],
  });
  expect(outcome.nodes.map(({ properties }) => properties)).toEqual(
    expect.arrayContaining([{ v: 4 }, { v: 3 }, {}]),
  );
  expect(parse<{ content: object }>(older.text).content).toMatchObject({ readCount: 4, doneCount: 2 });
  const found = await cypher("MATCH (n) WHERE id(n) = idFrom('dry', 3) RETURN n.v");
  expect(parse<{ results: unknown }>(found.text).results).toEqual([[null]]);
  expect((await ask('GET', `${PLAIN}/dry`)).status).toBe(404);
});

test('ends in time, whatever the query does', async () => {
  const endless = body({ type: 'NumberIterator' }, 'UNWIND range(1, 1000000000) AS x RETURN count(x)');
  const { text } = await ask('POST', `${PLAIN}:dryRun?timeout=50`, endless);
  expect(parse(text)).toMatchObject({
    ended: 'TIMEOUT',
    doneCount: 0,
    errors: [{ record: 0, stage: 'QUERY', code: 'cypher.timeout' }],
  });
});

test.each(['StdInput', 'Webhook'])('rejects %s', async type => {
  const encoding = type === 'StdInput' ? { characterEncoding: 'UTF-8' } : {};
  const answer = await ask('POST', `${PLAIN}:dryRun`, body({ type, format, ...encoding }));
  expect([answer.status, answer.code]).toEqual([400, 'ingest.no-dry-run']);
});

test('tries a sample in place of a source that cannot be tried', async () => {
  const csv = { type: 'CSV', headers: ['id', 'name'] };
  const sample = { ...body({ type: 'WebSocketFileUpload', format: csv }), sample: '3,Ada\n"4","B, C"\n' };
  const { status, text } = await ask('POST', `${PLAIN}:dryRun`, sample);
  expect(status).toBe(200);
  expect(parse(text)).toMatchObject({
    ended: 'SOURCE',
    records: [
      { id: '3', name: 'Ada' },
      { id: '4', name: 'B, C' },
    ],
  });
  const without = await ask('POST', `${PLAIN}:dryRun`, { ...sample, source: { type: 'NumberIterator' } });
  expect([without.status, without.code]).toEqual([400, 'ingest.invalid']);
});

test('rejects a named pipe', async () => {
  execFileSync('mkfifo', [join(client.service.folder, 'pipe')]);
  const source = { type: 'File', path: 'pipe', format };
  const answer = await ask('POST', `${PLAIN}:dryRun`, body(source));
  expect([answer.status, answer.code]).toEqual([400, 'ingest.no-dry-run']);
});

test.each(['limit=0', 'limit=1001', 'timeout=61s'])('is rejected with %s', async bounds => {
  const answer = await ask('POST', `${PLAIN}:dryRun?${bounds}`, body({ type: 'NumberIterator' }));
  expect(answer.status).toBe(400);
});
