/** A WebSocket stream that outlives its connection, through the API. */
import type { AddressInfo } from 'node:net';
import { eventually } from '@weir/platform/testing';
import { type WebSocket, WebSocketServer } from 'ws';
import { clientOfService } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask } = client;
const INGESTS = '/api/v2/graph/quine/ingests';

interface Shown {
  readonly status: string;
  readonly message?: string | null;
  readonly settings: { readonly source: object };
}

let server: WebSocketServer;
const sockets: WebSocket[] = [];
const asked: string[] = [];

/** @param port 0: any free port. */
async function listen(port: number): Promise<string> {
  server = new WebSocketServer({ port, host: '127.0.0.1' });
  server.on('connection', socket => {
    sockets.push(socket);
    socket.on('message', data => {
      asked.push((data as Buffer).toString());
      socket.send(JSON.stringify({ id: sockets.length }));
    });
  });
  await new Promise(resolve => server.on('listening', resolve));
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function shut(): Promise<void> {
  for (const socket of sockets) socket.close(1001);
  await new Promise(resolve => server.close(resolve));
}

async function shown(): Promise<Shown> {
  return JSON.parse((await ask('GET', `${INGESTS}/socket`)).text) as Shown;
}

async function waitFor(holds: (stream: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const stream = await shown();
    if (holds(stream)) return stream;
  }
}

test('continues after its server was away, reports it meanwhile, and can be paused and deleted while waiting', async () => {
  const url = await listen(0);
  const reconnect = { minBackoff: '10ms', maxBackoff: '100ms' };
  const source = { type: 'WebsocketClient', format: { type: 'Json' }, url, characterEncoding: 'UTF-8' };
  const query = "MATCH (n) WHERE id(n) = idFrom('s', $that.id) SET n.id = $that.id";
  const definition = { name: 'socket', source: { ...source, initMessages: ['more'], reconnect }, query };
  const made = await ask('POST', INGESTS, definition);
  expect(made.status).toBe(201);
  await eventually(() => asked.length === 1);

  await shut();
  const away = await waitFor(({ message }) => typeof message === 'string');
  expect(away).toMatchObject({ status: 'RUNNING', settings: { source: { reconnect } } });
  await listen(Number(new URL(url).port));
  await eventually(() => asked.length === 2);
  await waitFor(({ message }) => typeof message !== 'string');

  await shut();
  await waitFor(({ message }) => typeof message === 'string');
  expect((await ask('POST', `${INGESTS}/socket:pause`)).status).toBe(200);
  expect((await shown()).status).toBe('PAUSED');
  expect((await ask('DELETE', `${INGESTS}/socket`)).status).toBe(200);
  expect((await ask('GET', `${INGESTS}/socket`)).status).toBe(404);
  const nodes = await ask('POST', '/api/v1/query/cypher', {
    text: 'MATCH (n) WHERE n.id > 0 RETURN count(n)',
  });
  expect(JSON.parse(nodes.text)).toMatchObject({ results: [[2]] });
});

test('checks the limits of its retries', async () => {
  const source = { type: 'WebsocketClient', format: { type: 'Json' }, url: 'ws://127.0.0.1:9/' };
  const reconnect = { minBackoff: 'soon' };
  const body = {
    name: 'x',
    source: { ...source, initMessages: [], characterEncoding: 'UTF-8', reconnect },
    query: '',
  };
  const { status, text } = await ask('POST', INGESTS, body);
  expect(status).toBe(400);
  expect(text).toContain('reconnect');
});
