import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { writePieces } from './row-writer.js';

const FRAME = { start: '[', end: ']' };

/** Answers one request with `write`. @returns the client's response. */
async function answered(write: (response: Response) => Promise<void>) {
  const app = express();
  let done!: Promise<void>;
  app.get('/', (_, response) => {
    done = write(response);
    done.catch(() => response.destroy());
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [client] = (await once(request, 'response')) as [IncomingMessage];
  const close = async (): Promise<void> => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { client, done: () => done, close };
}

async function* repeat(piece: string, count: number, given: (i: number) => void = () => undefined) {
  for (let i = 0; i < count; i++) {
    given(i + 1);
    // Like data from another thread.
    await new Promise(resolve => setImmediate(resolve));
    yield Buffer.from(piece);
  }
}

test.each([0, 1, 20])('a response of %d chunks arrives unchanged', async count => {
  const { client, close } = await answered(response =>
    writePieces(repeat('x'.repeat(100_000), count), FRAME, response),
  );
  let text = '';
  for await (const chunk of client.setEncoding('utf8')) text += chunk;
  expect(text).toBe(`[${'x'.repeat(100_000 * count)}]`);
  await close();
});

test('a stalled client blocks its query, and other work runs between two chunks', async () => {
  let given = 0;
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const { client, done, close } = await answered(response =>
    writePieces(
      repeat('x'.repeat(100_000), 2_000, i => (given = i)),
      FRAME,
      response,
    ),
  );
  for (let last = -1; given > last;) {
    last = given;
    for (let i = 0; i < 50; i++) await new Promise(resolve => setImmediate(resolve));
  }
  expect(given).toBeLessThan(2_000);
  const before = turns;
  client.resume();
  await done();
  clearInterval(counting);
  expect(turns - before).toBeGreaterThan(10);
  await close();
});
