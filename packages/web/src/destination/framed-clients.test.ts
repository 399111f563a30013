import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DeadRecord } from '@weir/contract';
import { until } from '@weir/platform/testing';
import { describeResultSink, numberedResult } from '@weir/plugins/conformance';
import { sinkOf, takerOf, type TestContext, testContext } from '@weir/formats/testing';
import type { ResultSink } from '@weir/plugins';
import { framedDestination } from '../destination-kinds.js';
import { FrameServer, LONGEST_FRAME } from './frame-server.js';

const address = '127.0.0.1';

/** Splits messages independently of the code under test. */
class Client {
  private bytes = Buffer.alloc(0);
  private constructor(readonly socket: Socket) {
    socket.on('data', piece => (this.bytes = Buffer.concat([this.bytes, piece])));
    socket.on('error', () => undefined);
  }

  static async connect(): Promise<Client> {
    const client = new Client(connect({ host: address, port }));
    clients.push(client);
    await once(client.socket, 'connect');
    return client;
  }

  get messages(): string[] {
    const found: string[] = [];
    for (let at = 0; at + 4 <= this.bytes.length;) {
      const end = at + 4 + this.bytes.readUInt32BE(at);
      if (end > this.bytes.length) break;
      found.push(this.bytes.toString('utf8', at + 4, end));
      at = end;
    }
    return found;
  }

  get numbers(): number[] {
    return this.messages.map(text => (JSON.parse(text) as { n: number }).n);
  }
}

/** The number of clients is internal to the server; tests wait for it. */
function hasClients(count: number): Promise<void> {
  const { clients: known } = servers.at(-1) as unknown as { clients: ReadonlySet<Socket> };
  return until(() => known.size === count);
}

let port: number;
let clients: Client[];
let context: TestContext;
let sinks: ResultSink[];
let servers: FrameServer[];

const openServer = FrameServer.prototype.open;

beforeEach(async () => {
  const server = createServer().listen(0, address);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  await new Promise(resolve => server.close(resolve));
  clients = [];
  sinks = [];
  servers = [];
  FrameServer.prototype.open = function () {
    servers.push(this);
    return openServer.call(this);
  };
  context = await testContext();
});
afterEach(async () => {
  FrameServer.prototype.open = openServer;
  for (const sink of sinks) await sink.close();
  for (const { socket } of clients) socket.destroy();
});

async function open(): Promise<ResultSink> {
  const sink = await sinkOf(framedDestination, { address, port }, context, { type: 'Bare' });
  sinks.push(sink);
  await sink.open();
  return sink;
}

describeResultSink('messages behind their lengths', () => ({
  make: async () => {
    const sink = await sinkOf(framedDestination, { address, port }, context, { type: 'Bare' });
    const openSink = sink.open.bind(sink);
    sink.open = async () => {
      await openSink();
      await Client.connect();
      await hasClients(1);
    };
    return sink;
  },
  arrived: async () => {
    await until(() => clients[0]!.socket.closed);
    return clients[0]!.numbers;
  },
}));

test('every client receives each message with a line end; a later client only later messages', async () => {
  const sink = await open();
  const first = await Client.connect();
  await hasClients(1);
  expect(await sink.deliver([numberedResult(1)])).toEqual({ delivered: 1, failed: 0, dropped: 0 });
  const second = await Client.connect();
  await hasClients(2);
  await sink.deliver([numberedResult(2), numberedResult(3, false)]);
  await until(() => second.messages.length === 2 && first.messages.length === 3);
  expect(first.messages).toEqual(['{"n":1}\n', '{"n":2}\n', '{"n":3}\n']);
  expect(second.messages).toEqual(['{"n":2}\n', '{"n":3}\n']);
});

test('drops and counts results without a client, and warns once', async () => {
  const sink = await open();
  for (const n of [1, 2])
    expect(await sink.deliver([numberedResult(n)])).toEqual({ delivered: 0, failed: 0, dropped: 1 });
  const warnings = context.environment.logged.filter(({ message }) => message.includes('drops messages'));
  expect(warnings).toHaveLength(1);
  const client = await Client.connect();
  await hasClients(1);
  expect(await sink.deliver([numberedResult(3)])).toMatchObject({ delivered: 1 });
  client.socket.destroy();
  await hasClients(0);
  expect(await sink.deliver([numberedResult(4)])).toMatchObject({ dropped: 1 });
});

test('a stalled client blocks results, and is disconnected after a while', async () => {
  const sink = await open();
  const [slow, quick] = [await Client.connect(), await Client.connect()];
  slow.socket.pause();
  await hasClients(2);
  const text = 'x'.repeat(8 * 1024 * 1024);
  let isDone = false;
  const results = Array.from({ length: 3 }, (_, n) => ({ ...numberedResult(n), data: { n, text } }));
  const delivery = sink.deliver(results).finally(() => (isDone = true));
  await until(() => quick.messages.length === 3);
  expect(isDone).toBe(false);
  context.environment.advance(30_000);
  expect(await delivery).toEqual({ delivered: 3, failed: 0, dropped: 0 });
  await hasClients(1);
});

test('reports messages that clients would not accept, and sends the rest', async () => {
  const sink = await open();
  const client = await Client.connect();
  await hasClients(1);
  const long = { ...numberedResult(1), data: { n: 1, text: 'x'.repeat(LONGEST_FRAME) } };
  const report = await sink.deliver([long, numberedResult(2)]);
  expect(report).toMatchObject({ delivered: 1, failed: 1 });
  expect(report.failures?.[0]).toMatchObject({
    mayPass: false,
    reason: expect.stringMatching(/bytes exceed/),
  });
  await until(() => client.messages.length === 1);
  expect(client.numbers).toEqual([2]);
});

test('a port in use is an error, and the port is free again when the output is closed', async () => {
  const sink = await open();
  await expect(open()).rejects.toMatchObject({ code: 'output.invalid' });
  await sink.close();
  await open();
});

test('sends unreadable records the same way, and reports a missing client', async () => {
  const outputFormat = { type: 'JSON', withInfoEnvelope: true } as const;
  const taker = await takerOf(framedDestination, { address, port, outputFormat }, context);
  const bytes = Buffer.from('no JSON');
  const record: DeadRecord = { bytes, frame: bytes, message: 'why' };
  expect(await taker.take([record])).toEqual(new Map([[0, 'no client is connected']]));
  const client = await Client.connect();
  // The server learns of a client somewhat later than the client itself.
  while ((await taker.take([record])).size > 0);
  await until(() => client.messages.length === 1);
  expect(JSON.parse(client.messages[0]!)).toEqual({ frame: bytes.toString('base64'), message: 'why' });
  await taker.close();
});
