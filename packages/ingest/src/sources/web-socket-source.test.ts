import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { KeepAlive } from '@weir/definitions';
import { OPEN_RULES, OutgoingPolicy } from '@weir/model';
import { TestEnvironment, until } from '@weir/model/testing';
import { TransientSourceError } from './ingest-source.js';
import { describeIngestSource } from './source-conformance.js';
import { WebSocketSource } from './web-socket-source.js';

const outgoing = new OutgoingPolicy(OPEN_RULES);

const RECORDS = ['one', 'two', '', '{"a":"ü"}', 'five', 'six'];
const heard: string[] = [];
let connected: WebSocket[];
let server: Server;
let url: string;
let greet: (socket: WebSocket) => void;
const environment = new TestEnvironment();

beforeEach(async () => {
  heard.length = 0;
  connected = [];
  greet = socket => RECORDS.forEach((record, i) => socket.send(i % 2 === 0 ? record : Buffer.from(record)));
  server = createServer((_, response) => void response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, path: '/records' });
  sockets.on('connection', socket => {
    connected.push(socket);
    socket.on('message', data => heard.push((data as Buffer).toString()));
    socket.on('ping', () => heard.push('ping'));
    greet(socket);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/records`;
});
afterEach(async () => {
  for (const socket of connected) socket.terminate();
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

function sourceOf(
  keepAlive: KeepAlive = { type: 'NoKeepalive' },
  initMessages: string[] = [],
): WebSocketSource {
  return new WebSocketSource({ url, keepAlive, initMessages, scheduler: environment.scheduler, outgoing });
}

describeIngestSource('web socket', () => ({ make: () => sourceOf(), records: RECORDS }));

test('first messages are sent in order', async () => {
  const source = sourceOf({ type: 'NoKeepalive' }, ['subscribe', 'start']);
  await source.open();
  await until(() => heard.length === 2);
  expect(heard).toEqual(['subscribe', 'start']);
  await source.close();
});

test.each<[KeepAlive, string]>([
  [{ type: 'PingPongInterval', interval: 5_000 }, 'ping'],
  [{ type: 'SendMessageInterval', message: 'still here', interval: 5_000 }, 'still here'],
])('%j keeps it alive', async (keepAlive, sign) => {
  const source = sourceOf(keepAlive);
  await source.open();
  for (let times = 1; times <= 2; times++) {
    environment.advance(5_000);
    await until(() => heard.length === times);
  }
  expect(heard).toEqual([sign, sign]);
  await source.close();
  expect(environment.timersWaiting).toBe(0);
});

test('a server that closes in good order ends it, after what it sent', async () => {
  greet = socket => {
    socket.send('last');
    socket.close(1000);
  };
  const source = sourceOf();
  await source.open();
  expect((await source.next(9))?.chunk.bounds).toHaveLength(2);
  expect(await source.next(9)).toBeUndefined();
});

test('a connection that breaks, or is not there, may be tried again', async () => {
  const source = sourceOf();
  await source.open();
  await source.next(9);
  await until(() => connected.length === 1);
  connected[0]!.terminate();
  await expect(readToEnd(source)).rejects.toBeInstanceOf(TransientSourceError);
  url = 'ws://127.0.0.1:9/';
  await expect(sourceOf().open()).rejects.toBeInstanceOf(TransientSourceError);
});

test('an address that is no WebSocket is wrong', async () => {
  url = url.replace('/records', '/none');
  await expect(sourceOf().open()).rejects.toMatchObject({ code: 'ingest.invalid' });
});

async function readToEnd(source: WebSocketSource): Promise<void> {
  while ((await source.next(9)) !== undefined);
}
