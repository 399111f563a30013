import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualScheduler } from '../testing/manual-scheduler.js';
import { SharedBytes } from '../standing/shared-bytes.js';
import { EventStream, formatEvent } from './event-stream.js';
import { StallBudget } from './stall-budget.js';

interface Connected {
  readonly stream: EventStream;
  readonly clock: ManualScheduler;
  readonly client: IncomingMessage;
  readonly cutOffs: () => number;
  close(): Promise<void>;
}

async function connect(): Promise<Connected> {
  const clock = new ManualScheduler();
  let cutOffs = 0;
  const server = createServer();
  const streams = new Promise<EventStream>(resolve => {
    server.once('request', (_request: IncomingMessage, response: ServerResponse) =>
      resolve(
        new EventStream(response, {
          environment: clock.environment,
          heartbeatMillis: 10_000,
          stalls: new StallBudget(30_000, clock.environment),
          onCutOff: () => cutOffs++,
        }),
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  sent.end();
  const [client] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    stream: await streams,
    clock,
    client,
    cutOffs: () => cutOffs,
    close: async () => {
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readUntil(client: IncomingMessage, end: string): Promise<string> {
  let text = '';
  client.setEncoding('utf8');
  for await (const chunk of client.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.endsWith(end)) break;
  }
  return text;
}

test('begins with a heartbeat, and sends another after each silence', async () => {
  const { stream, clock, client, close } = await connect();
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  });
  clock.advance(9_999);
  await stream.send(formatEvent('result', 'a', '{"x":1}'));
  clock.advance(9_999);
  await stream.send(formatEvent('result', 'b', '{}'));
  clock.advance(20_000);
  await stream.send(formatEvent('end', 'c', ''));
  expect(await readUntil(client, 'id:c\n\n')).toBe(
    'data:\n\n' +
      'data:{"x":1}\nevent:result\nid:a\n\n' +
      'data:{}\nevent:result\nid:b\n\n' +
      'data:\n\ndata:\n\n' +
      'data:\nevent:end\nid:c\n\n',
  );
  await close();
});

test('a slow client blocks the sender and loses nothing', async () => {
  const { stream, client, close } = await connect();
  const big = formatEvent('result', 'x', 'y'.repeat(1 << 20));
  let sent = 0;
  const sending = (async () => {
    for (; sent < 64; sent++) await stream.send(big);
    stream.close();
  })();
  await once(client, 'readable');
  expect(sent).toBeLessThan(64);
  let size = 0;
  for await (const chunk of client) size += (chunk as Buffer).byteLength;
  await sending;
  expect(size).toBe('data:\n\n'.length + 64 * big.length);
  await close();
});

test('a client that stalls for too long is disconnected once, and the sender continues', async () => {
  const { stream, clock, cutOffs, client, close } = await connect();
  client.once('error', () => undefined);
  const sending = (async () => {
    for (let i = 0; i < 64; i++) await stream.send('y'.repeat(1 << 20));
  })();
  await once(client, 'readable');
  // The system buffers some data first. A stall starts only between two turns here, so each one would end with a turn.
  while (cutOffs() === 0) {
    clock.advance(29_999);
    expect(cutOffs()).toBe(0);
    clock.advance(1);
    await new Promise(resolve => setImmediate(resolve));
  }
  await sending;
  await stream.ended;
  expect(cutOffs()).toBe(1);
  await close();
});

test('encodes once what several clients receive', () => {
  let made = 0;
  const bytes = new SharedBytes(({ resultId }) => formatEvent('result', resultId, `${++made}`));
  const results = ['a', 'b'].map(resultId => ({
    resultId,
    isPositiveMatch: true,
    isInitialResult: false,
    data: {},
  }));
  const events = 'data:1\nevent:result\nid:a\n\ndata:2\nevent:result\nid:b\n\n';
  expect(bytes.ofAll(results).toString()).toBe(events);
  expect(bytes.ofAll(results).toString()).toBe(events);
  expect(bytes.ofAll(results.slice(1))).toBe(bytes.of(results[1]!));
});
