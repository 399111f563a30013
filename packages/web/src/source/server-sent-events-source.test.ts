import { EventServer, eventHeaders } from '@weir/formats/testing';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment, until } from '@weir/platform/testing';
import { ServerSentEventsSource } from './server-sent-events-source.js';
import { describeIngestSource } from '@weir/plugins/conformance';
import type { IngestSource } from '@weir/plugins';

const outgoing = new OutgoingPolicy(OPEN_RULES);

const RECORDS = ['one', '{"two":2}', 'three\nin two lines', 'vier ü', 'five', 'six'];
const servers: EventServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

function event(data: string, id?: number): string {
  const lines = data.split('\n').map(line => `data: ${line}\n`);
  return `${id === undefined ? '' : `id: ${id}\n`}${lines.join('')}\n`;
}

async function serve(answer: Parameters<typeof EventServer.start>[0]): Promise<EventServer> {
  const server = await EventServer.start(answer);
  servers.push(server);
  return server;
}

async function textsOf(source: IngestSource, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) {
    const batch = await source.next(count - texts.length);
    if (batch === undefined) break;
    const { bytes, bounds } = batch.chunk;
    for (let i = 0; i < bounds.length; i += 2) {
      texts.push(Buffer.from(bytes.subarray(bounds[i], bounds[i + 1])).toString());
    }
  }
  return texts;
}

describeIngestSource('server-sent events', async () => {
  const server = await serve(({ lastEventId, response }) => {
    eventHeaders(response);
    RECORDS.forEach((record, i) => {
      if (i > Number(lastEventId ?? -1)) response.write(event(record, i));
    });
  });
  const { scheduler, logger } = new TestEnvironment();
  return {
    records: RECORDS,
    make: () => new ServerSentEventsSource({ url: server.url, scheduler, logger, outgoing }),
  };
});

describe('server-sent events', () => {
  const endings: readonly [what: string, first: Parameters<typeof EventServer.start>[0]][] = [
    ['ends', ({ response }) => (eventHeaders(response), void response.end(event('a', 7)))],
    [
      'breaks',
      ({ response }) => (
        eventHeaders(response),
        void response.write(event('a', 7), () => setImmediate(() => response.destroy()))
      ),
    ],
    ['is refused', ({ response }) => void response.writeHead(503).end()],
    [
      'is no event stream',
      ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end('hello'),
    ],
    [
      'has an event without end',
      ({ response }) => (eventHeaders(response), void response.write('data: ' + 'x'.repeat(6_000_000))),
    ],
  ];

  test.each([
    ['ü', 'ü'],
    ['✓ 7 😀', '✓ 7 😀'],
    ['a\u0001b', undefined],
  ])('resumes after the id %j, as far as it can be sent', async (id, sent) => {
    const environment = new TestEnvironment();
    const server = await serve(({ response }) => {
      eventHeaders(response);
      response.end(`id: ${id}\ndata: x\n\n`);
    });
    const { scheduler, logger } = environment;
    const source = new ServerSentEventsSource({ url: server.url, scheduler, logger, outgoing });
    await source.open();
    expect(await textsOf(source, 1)).toEqual(['x']);
    const next = textsOf(source, 1);
    await until(() => environment.timersWaiting === 1);
    expect(source.status().trouble).toMatch(/^Cannot read from .*: the server ended the stream$/);
    environment.advance(1_000);
    expect(await next).toEqual(['x']);
    const received = server.connections[1]!.lastEventId;
    expect(received === undefined ? undefined : Buffer.from(received, 'latin1').toString()).toBe(sent);
    await source.close();
  });

  test.each(endings)('reconnects after a moment when a connection %s', async (what, first) => {
    const environment = new TestEnvironment();
    let isFirst = true;
    const server = await serve((connection, request) => {
      if (isFirst) first(connection, request);
      else {
        eventHeaders(connection.response);
        connection.response.write(event('b', 8));
      }
      isFirst = false;
    });
    const source = new ServerSentEventsSource({ url: server.url, ...environment, outgoing });
    await source.open();
    const sendsFirst = what === 'ends' || what === 'breaks';
    if (sendsFirst) expect(await textsOf(source, 1)).toEqual(['a']);
    const next = textsOf(source, 1);
    await until(() => environment.timersWaiting === 1);
    expect(server.connections).toHaveLength(1);
    environment.advance(999);
    expect(environment.timersWaiting).toBe(1);
    environment.advance(1);
    expect(await next).toEqual(['b']);
    expect(server.connections[1]!.lastEventId).toBe(sendsFirst ? '7' : undefined);
    const levels = environment.logged.map(({ level }) => level).filter(level => level !== 'debug');
    expect(levels).toEqual(['warn', 'info']);
    await source.close();
  });

  test('waits for a server that is not reachable yet', async () => {
    const environment = new TestEnvironment();
    const stopped = await EventServer.start(() => undefined);
    const { url } = stopped;
    await stopped.stop();
    const source = new ServerSentEventsSource({ url, ...environment, outgoing });
    await source.open();
    const next = source.next(1);
    for (let attempt = 0; attempt < 3; attempt++) {
      await until(() => environment.timersWaiting === 1);
      environment.advance(1000);
    }
    await until(() => environment.timersWaiting === 1);
    // One warning per outage.
    expect(environment.logged).toHaveLength(1);
    await source.close();
    expect(await next).toBeUndefined();
  });

  test('ignores heartbeats and respects the reconnection time of the server', async () => {
    const environment = new TestEnvironment();
    const server = await serve(({ response }) => {
      eventHeaders(response);
      response.write(`retry: 50\n\n: comment\n\ndata:\n\n${event('real')}`);
      if (server.connections.length === 1) response.end();
    });
    const source = new ServerSentEventsSource({ url: server.url, ...environment, outgoing });
    await source.open();
    expect(await textsOf(source, 1)).toEqual(['real']);
    const next = textsOf(source, 1);
    await until(() => environment.timersWaiting === 1);
    environment.advance(50);
    expect(await next).toEqual(['real']);
    await source.close();
  });

  test('delays immediate reconnections that a server requests, and does not log its secrets', async () => {
    const environment = new TestEnvironment();
    const server = await serve(({ response }) => {
      eventHeaders(response);
      response.end(`retry: 0\n\n${event('real')}`);
    });
    const url = `${server.url}?token=hidden`;
    const source = new ServerSentEventsSource({ url, ...environment, outgoing });
    await source.open();
    expect(await textsOf(source, 1)).toEqual(['real']);
    const next = textsOf(source, 1);
    await until(() => environment.timersWaiting === 1);
    environment.advance(49);
    expect(environment.timersWaiting).toBe(1);
    environment.advance(1);
    expect(await next).toEqual(['real']);
    await source.close();
    expect(JSON.stringify(environment.logged)).toContain('token=Secret(****)');
    expect(JSON.stringify(environment.logged)).not.toContain('hidden');
  });

  test('sends the login in its address as a header and shows it nowhere', async () => {
    const environment = new TestEnvironment();
    const seen: (string | undefined)[] = [];
    const server = await serve(({ response }, request) => {
      seen.push(request.headers.authorization);
      if (seen.length === 1) {
        response.writeHead(503).end();
        return;
      }
      eventHeaders(response);
      response.write(event('real'));
    });
    const url = server.url.replace('//', '//user:PASSWORD@') + '?token=TOKEN';
    const source = new ServerSentEventsSource({ url, ...environment, outgoing });
    await source.open();
    const next = textsOf(source, 1);
    await until(() => environment.timersWaiting === 1);
    const { trouble } = source.status();
    environment.advance(1000);
    expect(await next).toEqual(['real']);
    await source.close();
    const basic = `Basic ${Buffer.from('user:PASSWORD').toString('base64')}`;
    expect(seen).toEqual([basic, basic]);
    expect(trouble).toContain('Secret(****)@');
    expect(`${trouble} ${JSON.stringify(environment.logged)}`).not.toMatch(/PASSWORD|TOKEN/);
  });

  test('reads no further than requested', async () => {
    const environment = new TestEnvironment();
    let sent = 0;
    const server = await serve(({ response }) => {
      eventHeaders(response);
      const data = 'x'.repeat(10_000);
      const write = (): void => {
        while (sent < 10_000) {
          sent++;
          if (!response.write(event(data))) {
            response.once('drain', write);
            return;
          }
        }
      };
      write();
    });
    const source = new ServerSentEventsSource({ url: server.url, ...environment, outgoing });
    await source.open();
    await textsOf(source, 1);
    for (let i = 0, last = -1; i < 20; last = sent) {
      await new Promise(resolve => setImmediate(resolve));
      i = sent === last ? i + 1 : 0;
    }
    // Contents of the socket buffers, out of 100 MB.
    expect(sent).toBeLessThan(2_000);
    await source.close();
  });
});
