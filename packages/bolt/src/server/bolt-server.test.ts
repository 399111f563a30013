import { once } from 'node:events';
import { WebSocket } from 'ws';
import { fc } from '@weir/platform/testing/properties';
import { randomTest, TestEnvironment, until } from '@weir/platform/testing';
import { ClientTag } from '../connection/client-message.js';
import { LOGIN_MESSAGE_BYTES, MESSAGE_DEPTH } from '../limits.js';
import { BoltClient, HANDSHAKE, message } from '../testing/bolt-client.js';
import { ScriptedDoor } from '../testing/scripted-door.js';
import { BoltServer } from './bolt-server.js';

const SUCCESS = 0x70;
const RECORD = 0x71;
const IGNORED = 0x7e;
const FAILURE = 0x7f;
const HELLO = message(ClientTag.Hello, { user_agent: 'test' });
const LOGON = message(ClientTag.Logon, { scheme: 'none' });
const RESET = message(ClientTag.Reset);
const run = (text: string): Buffer => message(ClientTag.Run, text, {}, {});
const pull = (n: number): Buffer => message(ClientTag.Pull, { n });
const LIMITS = { messageBytes: 100_000, totalMessageBytes: 200_000, connections: 20, loginMillis: 10_000 };

let environment: TestEnvironment;
let door: ScriptedDoor;
let server: BoltServer;

beforeEach(async () => {
  environment = new TestEnvironment();
  door = new ScriptedDoor();
  server = await BoltServer.listen({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    limits: LIMITS,
    door,
    agent: 'Test/1',
    environment,
  });
});
afterEach(async () => {
  const closed = server.close(0);
  environment.advance(1);
  await closed;
});

const connect = (): Promise<BoltClient> => BoltClient.connect(server.address.port);

async function loggedIn(): Promise<BoltClient> {
  const client = await (await connect()).shakeHands();
  client.send(HELLO, LOGON);
  expect((await client.take(2)).map(({ tag }) => tag)).toEqual([SUCCESS, SUCCESS]);
  return client;
}

test.each<[string, number[], number[]]>([
  ['the newest of a range', [0, 4, 4, 5], [0, 0, 4, 5]],
  ['an older one', [0, 0, 1, 5], [0, 0, 1, 5]],
  ['version 4.4', [0, 0, 4, 4], [0, 0, 4, 4]],
  ['a newer one with a range', [0, 8, 8, 5], [0, 0, 4, 5]],
  ['none', [0, 0, 3, 4], [0, 0, 0, 0]],
])('agrees on %s', async (_, proposal, expected) => {
  const { socket } = await connect();
  socket.write(Buffer.concat([HANDSHAKE.subarray(0, 4), Buffer.from(proposal), Buffer.alloc(12)]));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect([...answer]).toEqual(expected);
  socket.destroy();
});

test('closes a connection of an unknown version, whatever else the client has sent', async () => {
  const client = await connect();
  client.socket.resume();
  client.socket.end(Buffer.concat([HANDSHAKE.subarray(0, 4), Buffer.alloc(16), HELLO]));
  await client.closed;
  await until(() => server.connections.open === 0);
});

test('speaks over a WebSocket, and refuses other requests', async () => {
  const host = `127.0.0.1:${server.address.port}`;
  const socket = new WebSocket(`ws://${host}`);
  let received = Buffer.alloc(0);
  const hasReceived = async (bytes: Buffer): Promise<void> => {
    while (!received.includes(bytes)) await once(socket, 'message');
  };
  socket.on('message', (bytes: Buffer) => (received = Buffer.concat([received, bytes])));
  await once(socket, 'open');
  socket.send(HANDSHAKE);
  await hasReceived(Buffer.from([0, 0, 4, 5]));
  socket.send(Buffer.concat([HELLO, LOGON, run('COUNT 0')]));
  await hasReceived(Buffer.from('fields'));
  socket.terminate();
  expect((await fetch(`http://${host}`)).status).toBe(426);
});

test('logs in with HELLO in version 4.4, and refuses a wrong token', async () => {
  for (const [credentials, tag] of [
    ['right', SUCCESS],
    ['wrong', FAILURE],
  ] as const) {
    const client = await (await connect()).shakeHands([4, 4]);
    client.send(
      message(ClientTag.Hello, { scheme: 'basic', principal: 'any', credentials, patch_bolt: ['utc'] }),
    );
    const [reply] = await client.take(1);
    expect(reply!.tag).toBe(tag);
    expect(reply!.fields).toMatchObject([
      tag === SUCCESS ? { patch_bolt: ['utc'] } : { code: 'Neo.ClientError.Security.Unauthorized' },
    ]);
    client.socket.destroy();
  }
});

test('computes no more rows than the client pulls', async () => {
  const client = await loggedIn();
  client.send(run('COUNT 1000000'), pull(3));
  const replies = await client.take(5);
  expect(replies.map(({ tag }) => tag)).toEqual([SUCCESS, RECORD, RECORD, RECORD, SUCCESS]);
  expect(replies[4]!.fields).toEqual([{ has_more: true }]);
  expect(door.rows).toBe(3);
  client.send(message(ClientTag.Discard, { n: -1 }));
  expect((await client.take(1))[0]!.tag).toBe(SUCCESS);
  expect(door).toMatchObject({ rows: 3, stopped: 1 });
  client.socket.destroy();
});

test('a reset cancels the running query and ignores what waits', async () => {
  const client = await loggedIn();
  client.send(run('WAIT'), pull(-1), run('COUNT 1'), pull(-1));
  await client.take(1);
  client.send(RESET, run('COUNT 1'), pull(-1));
  const tags = (await client.take(7)).map(({ tag }) => tag);
  expect(tags).toEqual([IGNORED, IGNORED, IGNORED, SUCCESS, SUCCESS, RECORD, SUCCESS]);
  expect(door.stopped).toBe(1);
  client.socket.destroy();
});

test('a disconnect stops the running query', async () => {
  const client = await loggedIn();
  const stopped = new Promise<void>(resolve => {
    Object.defineProperty(door, 'stopped', { set: () => resolve(), get: () => 0 });
  });
  client.send(run('WAIT'), pull(-1));
  await client.take(1);
  client.socket.destroy();
  await stopped;
});

test('ignores messages after a failure until the reset', async () => {
  const client = await loggedIn();
  client.send(run('NOTHING'), pull(-1));
  const replies = await client.take(2);
  client.send(RESET, run('COUNT 0'), pull(-1));
  replies.push(...(await client.take(3)));
  expect(replies.map(({ tag }) => tag)).toEqual([FAILURE, IGNORED, SUCCESS, SUCCESS, SUCCESS]);
  expect(replies[0]!.fields).toMatchObject([{ code: 'Neo.ClientError.Statement.SyntaxError' }]);
  client.socket.destroy();
});

test('routes to the address that the client used', async () => {
  const client = await loggedIn();
  client.send(message(ClientTag.Route, { address: 'graph.example:7687' }, [], {}));
  const [reply] = await client.take(1);
  const addresses = ['graph.example:7687'];
  expect(reply!.fields).toMatchObject([
    { rt: { servers: ['WRITE', 'READ', 'ROUTE'].map(role => ({ role, addresses })) } },
  ]);
  client.socket.destroy();
});

const nested = (depth: number): Buffer => Buffer.concat([Buffer.alloc(depth, 0x91), Buffer.from([0x01])]);
const chunk = (...bytes: readonly (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(bytes.map(each => Buffer.from(each)));
  const head = Buffer.alloc(2);
  head.writeUInt16BE(body.length);
  return Buffer.concat([head, body, Buffer.alloc(2)]);
};

test.each<[string, Buffer]>([
  ['declares a huge list', chunk([0xb1, 0x10, 0xd6, 0xff, 0xff, 0xff, 0xff])],
  ['declares a huge map', chunk([0xb1, 0x10, 0xda, 0x7f, 0xff, 0xff, 0xff])],
  ['declares a huge text', chunk([0xb1, 0x10, 0xd2, 0xff, 0xff, 0xff, 0xff])],
  ['is nested too deeply', chunk([0xb1, 0x10], nested(MESSAGE_DEPTH + 1))],
  ['has an unknown marker', chunk([0xb1, 0x10, 0xdf])],
  ['has an unknown tag', chunk([0xb0, 0x33])],
  ['is no structure', chunk([0x01])],
  ['has bytes left', chunk([0xb0, 0x02, 0x00])],
  ['has a wrong field', chunk([0xb1, 0x01, 0x01])],
  ['queries before the login', run('COUNT 1')],
])('answers a message that %s with a failure, and closes', async (_, bytes) => {
  const client = await (await connect()).shakeHands();
  client.send(bytes);
  expect((await client.take(1))[0]).toMatchObject({
    tag: FAILURE,
    fields: [{ code: 'Neo.ClientError.Request.Invalid' }],
  });
  await once(client.socket, 'end');
  client.socket.end();
  await client.closed;
});

test('limits messages before the login, and more generously after it', async () => {
  const large = 'x'.repeat(LOGIN_MESSAGE_BYTES);
  const early = await (await connect()).shakeHands();
  early.send(message(ClientTag.Hello, { user_agent: large }));
  expect((await early.take(1))[0]!.tag).toBe(FAILURE);
  early.socket.destroy();
  const client = await loggedIn();
  client.send(message(ClientTag.Run, 'COUNT 1', { x: large }, {}), pull(-1));
  expect((await client.take(3))[1]!.fields).toEqual([[0, large]]);
  client.send(message(ClientTag.Run, 'COUNT 1', { x: large.repeat(2) }, {}));
  expect((await client.take(1))[0]!.tag).toBe(FAILURE);
  client.socket.destroy();
});

test('closes connections that do not log in in time', async () => {
  const silent = await connect();
  silent.socket.resume();
  const greeted = await (await connect()).shakeHands();
  const client = await loggedIn();
  environment.advance(LIMITS.loginMillis);
  await Promise.all([silent.closed, greeted.closed]);
  client.send(run('COUNT 0'));
  expect((await client.take(1))[0]!.tag).toBe(SUCCESS);
  client.socket.destroy();
});

test('answers random bytes and damaged messages, or closes', async () => {
  const { cases, seed } = randomTest('bolt clients');
  const valid = [HELLO, LOGON, run('COUNT 5'), pull(2), pull(-1), RESET, message(ClientTag.Begin, {})].concat(
    [ClientTag.Commit, ClientTag.Rollback, ClientTag.Logoff, ClientTag.Goodbye].map(tag => message(tag)),
    message(ClientTag.Route, {}, [], {}),
  );
  const damaged = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 3 });
  const input = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
    fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.concat([HANDSHAKE, bytes])),
    fc.tuple(fc.array(fc.constantFrom(...valid), { maxLength: 12 }), damaged).map(([messages, changes]) => {
      const bytes = Buffer.concat([HANDSHAKE, HELLO, LOGON, ...messages]);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes;
    }),
  );
  await fc.assert(
    fc.asyncProperty(input, async bytes => {
      const client = await connect();
      client.socket.resume();
      client.socket.end(bytes);
      await client.closed;
    }),
    { numRuns: cases, seed },
  );
  await until(() => server.connections.open === 0);
  const client = await loggedIn();
  client.send(run('COUNT 0'));
  expect((await client.take(1))[0]!.tag).toBe(SUCCESS);
  client.socket.destroy();
});
