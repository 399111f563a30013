import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleLines } from './sample-lines.js';
import { startSseServer, type Pace, type SseServer } from './sse-server.js';

/** A clock that jumps ahead on every wait: tests run at full speed in the time of the pace. */
class JumpingPace implements Pace {
  private millis = 0;
  now(): number {
    return this.millis;
  }
  wait(millis: number): Promise<void> {
    this.millis += millis;
    return new Promise(resolve => setImmediate(resolve));
  }
}

const LINES = [...sampleLines('processes', { seed: 5, records: 300 })];

async function read(
  server: SseServer,
  count: number,
  headers: Record<string, string> = {},
): Promise<Map<number, string>> {
  const abort = new AbortController();
  const response = await fetch(server.url, { headers, signal: abort.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events = new Map<number, string>();
  let text = '';
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + bytes).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const parts = /^id: (\d+)\ndata: (.*)$/.exec(block);
      if (parts) events.set(Number(parts[1]), parts[2]!);
    }
    if (events.size >= count) break;
  }
  abort.abort();
  return events;
}

describe('sample server', () => {
  let server: SseServer;
  beforeEach(async () => {
    server = await startSseServer({ lines: () => LINES, rate: 1_000, port: 0, pace: new JumpingPace() });
  });
  afterEach(() => server.close());

  test('sends every line as one event, to each client from the beginning', async () => {
    const [one, two] = await Promise.all([read(server, 300), read(server, 300)]);
    expect([...one.values()]).toEqual(LINES);
    expect([...two.values()]).toEqual(LINES);
  });

  test('resumes after Last-Event-ID', async () => {
    const rest = await read(server, 50, { 'last-event-id': '249' });
    expect([...rest.keys()]).toEqual(Array.from({ length: 50 }, (_, i) => 250 + i));
    expect([...rest.values()]).toEqual(LINES.slice(250));
  });

  test('leaves no listeners behind for a slow client', async () => {
    await server.close();
    const lines = Array.from({ length: 60 }, (_, i) => `${i}${' '.repeat(500_000)}`);
    server = await startSseServer({ lines: () => lines, rate: 1_000, port: 0, pace: new JumpingPace() });
    const warnings: string[] = [];
    const warned = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', warned);
    expect((await read(server, 60)).size).toBe(60);
    process.off('warning', warned);
    expect(warnings).toEqual([]);
  });

  test('reports a port in use as an error', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const start = startSseServer({ lines: () => [], rate: 1, port, pace: new JumpingPace() });
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });
});
