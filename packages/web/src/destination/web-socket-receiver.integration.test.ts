/** Tests against the server of the most common JavaScript library for receivers. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocketDestination } from '../definition/web-socket-destination.js';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { until } from '@weir/platform/testing';
import { systemEnvironment } from '@weir/runtime';
import { type WebSocket, WebSocketServer } from 'ws';
import { sinkOf, testContext } from '@weir/formats/testing';
import type { ResultSink } from '@weir/plugins';
import { describeResultSink, numberedResult } from '@weir/plugins/conformance';
import type { SinkContext } from '@weir/formats/kinds';
import { webSocketDestination } from '../destination-kinds.js';
import { WebSocketReceiver } from './web-socket-receiver.js';

const BARE = { type: 'Bare' } as const;

/** Messages that the receiver got. */
class Receiver {
  readonly numbers: number[] = [];
  readonly requests: IncomingMessage[] = [];
  connections = 0;
  /** Called for each message. */
  answer: (socket: WebSocket, n: number) => void = () => undefined;
  private server: WebSocketServer | undefined;
  private port = 0;

  async start(): Promise<void> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: this.port });
    this.server = server;
    server.on('connection', (socket, request) => {
      this.connections++;
      this.requests.push(request);
      socket.on('message', (data: Buffer) => {
        const { n } = JSON.parse(data.toString()) as { n: number };
        this.numbers.push(n);
        this.answer(socket, n);
      });
    });
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/results`;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const client of server?.clients ?? []) client.terminate();
    await new Promise(resolve => (server === undefined ? resolve(undefined) : server.close(resolve)));
  }
}

let receiver: Receiver;
let context: SinkContext;
let sink: ResultSink | undefined;

beforeEach(async () => {
  receiver = new Receiver();
  await receiver.start();
  context = { ...(await testContext()), environment: systemEnvironment() };
});
afterEach(async () => {
  await sink?.close();
  sink = undefined;
  await receiver.stop();
});

function make(fields: Partial<WebSocketDestination> = {}): Promise<ResultSink> {
  return sinkOf(webSocketDestination, { url: receiver.url, ...fields }, context, BARE);
}

async function open(fields: Partial<WebSocketDestination> = {}): Promise<ResultSink> {
  sink = await make(fields);
  await sink.open();
  return sink;
}

const RESULTS = Array.from({ length: 10 }, (_, n) => numberedResult(n));
const NUMBERS = RESULTS.map((_, n) => n);
const ALL = { delivered: 10, failed: 0, dropped: 0 };

describeResultSink('a WebSocket', () => ({ make, arrived: () => receiver.numbers }));

test('sends headers with the handshake, and uses one connection', async () => {
  await open({ headers: { authorization: 'Bearer x' } });
  expect(await sink!.deliver(RESULTS)).toEqual(ALL);
  expect(await sink!.deliver(RESULTS)).toEqual(ALL);
  expect(receiver.requests.map(({ headers, url }) => [headers.authorization, url])).toEqual([
    ['Bearer x', '/results'],
  ]);
});

test('sends unacknowledged messages again over a new connection', async () => {
  await open();
  receiver.answer = (socket, n) => {
    if (n === 4 && receiver.connections === 1) socket.terminate();
  };
  expect(await sink!.deliver(RESULTS)).toEqual(ALL);
  expect(receiver.connections).toBe(2);
  expect(receiver.numbers.slice(-10)).toEqual(NUMBERS);
});

test('with messages as acknowledgements, sends only the rest again', async () => {
  await open({ acknowledgement: 'MESSAGE' });
  receiver.answer = (socket, n) => {
    if (n === 4 && receiver.connections === 1) return socket.terminate();
    if (receiver.connections > 1 || n < 4) socket.send('got it');
  };
  // A broken connection need not have delivered everything that was sent on it.
  expect(await sink!.deliver(RESULTS)).toEqual(ALL);
  expect(receiver.connections).toBe(2);
  expect(new Set(receiver.numbers)).toEqual(new Set(NUMBERS));
  expect(receiver.numbers.at(-1)).toBe(9);
});

test('messages that a receiver does not acknowledge have not arrived', async () => {
  await open({ acknowledgement: 'MESSAGE' });
  const delivery = sink!.deliver(RESULTS);
  await until(() => receiver.numbers.length === 10);
  await sink!.close();
  const report = await delivery;
  expect(report.failures!.map(({ result, mayPass }) => [result, mayPass])).toEqual(
    RESULTS.map(result => [result, true]),
  );
});

test('a receiver that was away gets everything when it is back', async () => {
  await open();
  await receiver.stop();
  const delivery = sink!.deliver(RESULTS);
  await receiver.start();
  expect(await delivery).toEqual(ALL);
  expect(receiver.numbers).toEqual(NUMBERS);
});

test('does not retry a server that rejects it', async () => {
  await open({ url: receiver.url });
  await receiver.stop();
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.writeHead(401).end();
  });
  server.listen(Number(new URL(receiver.url).port), '127.0.0.1');
  await once(server, 'listening');
  const { failures } = await sink!.deliver(RESULTS);
  expect(failures!.every(({ reason, mayPass }) => !mayPass && reason.includes('401'))).toBe(true);
  expect(asked).toBe(1);
  await new Promise(resolve => server.close(resolve));
});

test.each(['http://h/', 'nothing', 'ws://169.254.169.254/'])('rejects the address %s', async url => {
  context = { ...context, outgoing: new OutgoingPolicy(OPEN_RULES) };
  await expect(open({ url })).rejects.toMatchObject({ code: 'output.invalid' });
});

test('opens no connection if it is closed while starting to connect', async () => {
  const target = { url: receiver.url, headers: {}, acknowledgement: 'PONG' } as const;
  const closing = new AbortController();
  const destination = new WebSocketReceiver(target, { ...context, signal: closing.signal });
  const message = { id: '1', isRetraction: false, data: Buffer.from('{"n":1}'), isText: true };
  const writing = destination.write([message]);
  closing.abort();
  destination.close();
  expect(await writing).toMatchObject([{ message, mayPass: true }]);
  expect(receiver.connections).toBe(0);
});
