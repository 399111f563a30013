import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import type { KeepAlive } from '../definition/web-socket-source.js';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment, until } from '@weir/platform/testing';
import { TransientSourceError } from '@weir/plugins';
import { describeIngestSource } from '@weir/plugins/conformance';
import { type Reconnect, WebSocketSource } from './web-socket-source.js';

const outgoing = new OutgoingPolicy(OPEN_RULES);

const RECORDS = ['one', 'two', '', '{"a":"ü"}', 'five', 'six'];
const received: string[] = [];
let connected: WebSocket[];
let server: Server;
let url: string;
let greet: (socket: WebSocket) => void;
let environment: TestEnvironment;

beforeEach(async () => {
  environment = new TestEnvironment();
  received.length = 0;
  connected = [];
  greet = socket => RECORDS.forEach((record, i) => socket.send(i % 2 === 0 ? record : Buffer.from(record)));
  server = createServer((_, response) => void response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, path: '/records' });
  sockets.on('connection', socket => {
    connected.push(socket);
    socket.on('message', data => received.push((data as Buffer).toString()));
    socket.on('ping', () => received.push('ping'));
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
  reconnect?: Reconnect,
): WebSocketSource {
  const { scheduler, logger } = environment;
  return new WebSocketSource({ url, keepAlive, initMessages, reconnect, scheduler, logger, outgoing });
}

describeIngestSource('web socket', () => ({ make: () => sourceOf(), records: RECORDS }));

test('sends the first messages in order', async () => {
  const source = sourceOf({ type: 'NoKeepalive' }, ['subscribe', 'start']);
  await source.open();
  await until(() => received.length === 2);
  expect(received).toEqual(['subscribe', 'start']);
  await source.close();
});

test.each<[KeepAlive, string]>([
  [{ type: 'PingPongInterval', interval: 5_000 }, 'ping'],
  [{ type: 'SendMessageInterval', message: 'still here', interval: 5_000 }, 'still here'],
])('keeps the connection alive with %j', async (keepAlive, sign) => {
  const source = sourceOf(keepAlive);
  await source.open();
  for (let times = 1; times <= 2; times++) {
    environment.advance(5_000);
    await until(() => received.length === times);
  }
  expect(received).toEqual([sign, sign]);
  await source.close();
  expect(environment.timersWaiting).toBe(0);
});

test('a server that closes cleanly ends the source, after its messages', async () => {
  greet = socket => {
    socket.send('last');
    socket.close(1000);
  };
  const source = sourceOf();
  await source.open();
  expect((await source.next(9))?.chunk.bounds).toHaveLength(2);
  expect(await source.next(9)).toBeUndefined();
});

test('a broken or missing connection can be retried', async () => {
  const source = sourceOf();
  await source.open();
  await source.next(9);
  await until(() => connected.length === 1);
  connected[0]!.terminate();
  await expect(readToEnd(source)).rejects.toBeInstanceOf(TransientSourceError);
  url = 'ws://127.0.0.1:9/';
  await expect(sourceOf().open()).rejects.toBeInstanceOf(TransientSourceError);
});

test('rejects an address that is not a WebSocket', async () => {
  url = url.replace('/records', '/none');
  await expect(sourceOf().open()).rejects.toMatchObject({ code: 'ingest.invalid' });
});

describe('with reconnect', () => {
  const NO_SIGN: KeepAlive = { type: 'NoKeepalive' };
  const limits = { minBackoff: 1_000, maxBackoff: 3_000 };
  const waitsToConnect = () => until(() => environment.timersWaiting === 1);

  test.each([1000, 1006])('reconnects after a connection that ends with %i', async code => {
    const source = sourceOf(NO_SIGN, ['subscribe'], limits);
    await source.open();
    for (let times = 1; times <= 3; times++) {
      const { chunk } = (await source.next(RECORDS.length))!;
      let count = chunk.bounds.length / 2;
      while (count < RECORDS.length) count += (await source.next(99))!.chunk.bounds.length / 2;
      await until(() => received.length === times);
      expect(source.status()).toEqual({});
      if (code === 1000) connected[times - 1]!.close(code);
      else connected[times - 1]!.terminate();
      await waitsToConnect();
      expect(source.status().trouble).toContain(`ended with ${code}`);
      environment.advance(1_000);
    }
    await until(() => received.length === 4);
    expect(received).toEqual(Array(4).fill('subscribe'));
    expect(environment.logged.map(({ level }) => level)).toEqual(Array(3).fill(['warn', 'info']).flat());
    await source.close();
  });

  test('increases pauses while the server does not answer, and can be closed during one', async () => {
    url = 'ws://127.0.0.1:9/';
    const source = sourceOf(NO_SIGN, [], limits);
    await source.open();
    const reading = source.next(9);
    for (const millis of [1_000, 2_000, 3_000, 3_000]) {
      await waitsToConnect();
      environment.advance(millis - 1);
      expect(environment.timersWaiting).toBe(1);
      environment.advance(1);
      expect(environment.timersWaiting).toBe(0);
    }
    await waitsToConnect();
    expect(environment.logged).toHaveLength(1);
    await source.close();
    expect(await reading).toBeUndefined();
    expect(environment.timersWaiting).toBe(0);
  });

  test('ends after the configured number of attempts without a connection', async () => {
    url = 'ws://127.0.0.1:9/';
    const source = sourceOf(NO_SIGN, [], { ...limits, maxTries: 2 });
    await source.open();
    const reading = expect(source.next(9)).rejects.toBeInstanceOf(TransientSourceError);
    for (const millis of [1_000, 2_000]) {
      await waitsToConnect();
      environment.advance(millis);
    }
    await reading;
    await source.close();
  });

  test.each([
    [503, {}],
    [403, { code: 'ingest.invalid' }],
  ])('a server that rejects with %i', async (status, expected) => {
    const source = sourceOf(NO_SIGN, [], { ...limits, maxTries: 1 });
    server.removeAllListeners('upgrade');
    server.on('upgrade', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
    const opening = source.open();
    if (status === 403) return expect(opening).rejects.toMatchObject(expected);
    await opening;
    await waitsToConnect();
    expect(source.status().trouble).toContain('responded with 503');
    await source.close();
  });

  test('treats a connection on which no ping is answered as dead', async () => {
    const source = sourceOf({ type: 'PingPongInterval', interval: 5_000 }, [], limits);
    await source.open();
    await source.next(99);
    await until(() => connected.length === 1);
    const [{ _socket: first }] = connected as unknown as [{ _socket: Socket }];
    first.pause();
    environment.advance(5_000);
    expect(source.status()).toEqual({});
    environment.advance(5_000);
    await until(() => source.status().trouble !== undefined);
    expect(source.status().trouble).toContain('ended with 1006');
    environment.advance(1_000);
    await until(() => connected.length === 2);
    await source.close();
  });
});

async function readToEnd(source: WebSocketSource): Promise<void> {
  while ((await source.next(9)) !== undefined);
}
