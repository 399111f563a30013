/** Gremlin over HTTP and over a WebSocket. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { API, clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;
const ANN = '00000000-0000-0000-0000-00000000000a';
const BOB = '00000000-0000-0000-0000-00000000000b';

beforeAll(async () => {
  await cypher(
    `MATCH (a), (b) WHERE strId(a) = "${ANN}" AND strId(b) = "${BOB}" SET a:Person, a.name = "Ann" CREATE (a)-[:knows]->(b)`,
  );
});

const hex = (id: string) => `QuineId(${id.replaceAll('-', '').toUpperCase()})`;

test.each<[path: string, text: string, answer: unknown]>([
  ['', `g.V("${ANN}")`, [`Vertex(${hex(ANN)})`]],
  ['', `g.V("${ANN}").outE()`, [`Edge(${hex(ANN)}, knows, ${hex(BOB)})`]],
  ['', 'g.V(who).values("name")', ['Ann']],
  ['/nodes', `g.V("${ANN}")`, [{ id: ANN, hostIndex: 0, label: 'Person', properties: { name: 'Ann' } }]],
  ['/edges', `g.V("${ANN}").outE()`, [{ from: ANN, edgeType: 'knows', to: BOB, isDirected: true }]],
])('%s %s', async (path, text, answer) => {
  const { status, text: body } = await ask('POST', `${API}/query/gremlin${path}`, {
    text,
    parameters: { who: ANN },
  });
  expect([status, JSON.parse(body)]).toEqual([200, answer]);
});

test('errors, and a query as plain text', async () => {
  expect(await ask('POST', `${API}/query/gremlin`, 'g.V(', 'text/plain')).toMatchObject({
    status: 400,
    code: 'gremlin.syntax',
  });
  const nodes = await ask('POST', `${API}/query/gremlin/nodes`, `g.V("${ANN}").id()`, 'text/plain');
  expect(nodes).toMatchObject({ status: 400, code: 'cypher.type-mismatch' });
});

test('over a WebSocket', async () => {
  const socket = new WebSocket(`${client.service.url.replace('http', 'ws')}${API}/query`);
  await once(socket, 'open');
  const messages: unknown[] = [];
  const isOver = new Promise<void>(resolve =>
    socket.on('message', (data: Buffer) => {
      messages.push(JSON.parse(data.toString()));
      if (messages.length === 3) resolve();
    }),
  );
  const query = { query: 'g.V(who).values("name")', parameters: { who: ANN }, language: 'Gremlin' };
  socket.send(JSON.stringify({ type: 'RunQuery', queryId: 1, sort: 'TextSort', ...query }));
  await isOver;
  expect(messages).toMatchObject([
    { type: 'QueryStarted', queryId: 1 },
    { type: 'NonTabularResults', queryId: 1, results: ['Ann'] },
    { type: 'QueryFinished', queryId: 1 },
  ]);
  socket.close();
});
