/** Files that clients send over WebSockets: split on arrival, acknowledged when durable, slowed by back-pressure. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask } = client;
const INGESTS = '/api/v2/graph/quine/ingests';
const query = "MATCH (n) WHERE id(n) = idFrom('u', $that.id) SET n.u = $that.id";

type Message = { type: string } & Record<string, unknown>;

async function create(name: string, format: object, more: object = {}): Promise<void> {
  const source = { type: 'WebSocketFileUpload', format };
  const made = await ask('POST', INGESTS, { name, source, query, ...more });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
}

/** A connection and the messages received on it. */
function open(name: string, path = `${INGESTS}/${name}:upload`) {
  const socket = new WebSocket(client.service.url.replace('http', 'ws') + path);
  const messages: Message[] = [];
  let received = (): void => undefined;
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Message);
    received();
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  const receive = async (type: string): Promise<Message> => {
    for (;;) {
      const found = messages.find(message => message.type === type);
      if (found !== undefined) return found;
      await new Promise<void>(resolve => (received = resolve));
    }
  };
  return { socket, messages, receive, closed };
}

async function send(name: string, pieces: readonly (string | Uint8Array)[]) {
  const { socket, receive, closed } = open(name);
  await receive('Ready');
  for (const piece of pieces) socket.send(piece);
  socket.send('');
  return { complete: await receive('Complete'), code: await closed };
}

async function count(where: string): Promise<unknown> {
  const answer = await ask('POST', '/api/v1/query/cypher', {
    text: `MATCH (n) WHERE ${where} RETURN count(n)`,
  });
  return (JSON.parse(answer.text) as { results: unknown[][] }).results[0]![0];
}

test('splits a file sent in chunks at its records, and reports completion when it is durable', async () => {
  await create('lines', { type: 'JsonL' });
  const { complete, code } = await send('lines', ['{"id":"a"}\n{"i', Buffer.from('d":"b"}\n{"id"'), ':"c"}']);
  expect([complete, code]).toEqual([{ type: 'Complete', accepted: 3, rejectedCount: 0, rejected: [] }, 1000]);
  expect(await count("n.u IN ['a', 'b', 'c']")).toBe(3);
  expect((await send('lines', [])).complete).toMatchObject({ accepted: 0 });
});

test('reports unreadable records with their position in the whole file, across all blocks', async () => {
  const records = Array.from({ length: 60_000 }, (_, i) =>
    i % 20_000 === 7 ? 'bad' : `{"id":"m${i % 50}"}`,
  );
  const file = Buffer.from(records.join('\n'));
  const pieces = Array.from({ length: 10 }, (_, i) => file.subarray(i * 100_000, (i + 1) * 100_000));
  expect(file.length).toBeLessThan(1_000_000);
  const { complete } = await send('lines', pieces);
  expect(complete).toMatchObject({
    accepted: 59_997,
    rejectedCount: 3,
    rejected: [{ record: 7 }, { record: 20_007 }, { record: 40_007 }],
  });
});

test('reports the records of concurrent files to their own senders', async () => {
  const files = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      send('lines', [...Array.from({ length: i }, (_, k) => `{"id":"p${i}-${k}"}\n`), 'bad']),
    ),
  );
  files.forEach(({ complete }, i) => {
    expect(complete).toMatchObject({ accepted: i, rejected: [{ record: i }] });
  });
});

test('reads an array over several lines and rows; rejects a header row and Parquet', async () => {
  await create('array', { type: 'Json' });
  expect((await send('array', ['[{"id":', '"e"},\n{"id":"f"}]'])).complete).toMatchObject({ accepted: 2 });
  await create('rows', { type: 'CSV', headers: ['id'] });
  expect((await send('rows', ['"g\n', 'g"\nh\n'])).complete).toMatchObject({ accepted: 2 });
  expect(await count("n.u IN ['e', 'f', 'g\\ng', 'h']")).toBe(4);
  for (const format of [{ type: 'CSV', headers: true }, { type: 'Parquet' }]) {
    const source = { type: 'WebSocketFileUpload', format };
    expect(await ask('POST', INGESTS, { name: 'no', source, query })).toMatchObject({ status: 400 });
  }
});

test('a file that ends too early fails, and keeps its complete records', async () => {
  const { socket, receive, closed } = open('array');
  await receive('Ready');
  socket.send('[{"id":"i"}, {"id":');
  socket.send('');
  expect([await receive('Failed'), await closed]).toMatchObject([{ code: 'ingest.invalid' }, 1011]);
});

test('an aborted file leaves no partial record', async () => {
  const { socket, receive } = open('lines');
  await receive('Ready');
  socket.send('{"id":"j"}\n{"id":"j2"}');
  await receive('Progress');
  socket.terminate();
  // Queued behind it: records that arrive later are written later.
  await send('lines', ['{"id":"k"}']);
  expect(await count("n.u IN ['j2']")).toBe(0);
});

test('stops reading at the limit of waiting data until there is room', async () => {
  await create('held', { type: 'Line' }, { query: 'RETURN 1' });
  await ask('POST', `${INGESTS}/held:pause`);
  expect(await ask('GET', `${INGESTS}/held:upload`)).toMatchObject({ status: 400 });
  await ask('POST', `${INGESTS}/held:resume`);
  const { socket, receive, messages } = open('held');
  await receive('Ready');
  await ask('POST', `${INGESTS}/held:pause`);
  const piece = Buffer.alloc(1_000_000, `${'x'.repeat(9_999)}\n`);
  for (let i = 0; i < 40; i++) socket.send(piece);
  socket.send('');
  // The amount read stays constant although the client has more to send.
  const taken = (): number => Number(messages.findLast(({ type }) => type === 'Progress')?.['bytes'] ?? -1);
  for (let before = -1; before === -1 || taken() !== before;) {
    before = taken();
    const { length } = messages;
    while (messages.length === length) await once(socket, 'message');
  }
  expect(taken()).toBeLessThan(30_000_000);
  await ask('POST', `${INGESTS}/held:resume`);
  expect(await receive('Complete')).toMatchObject({ accepted: 4_000 });
});

test('rejects uploads to a stream that is paused, removed, or of another source', async () => {
  const refused = async (path: string): Promise<number> => {
    const socket = new WebSocket(client.service.url.replace('http', 'ws') + path);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    socket.on('error', () => undefined).terminate();
    return response.statusCode;
  };
  await ask('POST', `${INGESTS}/rows:pause`);
  expect(await refused(`${INGESTS}/rows:upload`)).toBe(503);
  await ask('DELETE', `${INGESTS}/rows`);
  expect(await refused(`${INGESTS}/rows:upload`)).toBe(404);
  await ask('POST', INGESTS, { name: 'n', source: { type: 'NumberIterator', limit: 1 }, query: 'RETURN 1' });
  expect(await refused(`${INGESTS}/n:upload`)).toBe(400);
});

test('notifies senders when their stream is deleted', async () => {
  await create('slow', { type: 'Line' }, { query: 'RETURN 1', maxPerSecond: 1 });
  const { socket, receive, closed } = open('slow', '/api/v2/ingests/slow/upload');
  await receive('Ready');
  socket.send('x\n'.repeat(100_000));
  await receive('Progress');
  await ask('DELETE', `${INGESTS}/slow`);
  socket.send('');
  expect([await receive('Failed'), await closed]).toMatchObject([{ code: 'ingest.not-running' }, 1011]);
});
