/** Node connects a request to its signal by weak references: a collected request must not make a stream endless. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WeirClient } from '@weir/client';

let server: Server;
let client: WeirClient;

beforeEach(async () => {
  // Each response begins, and then nothing follows.
  server = createServer((request, response) => {
    request.resume();
    const isStream = request.url!.includes('/results');
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.write(isStream ? ': open\n\n' : '{"columns":["n"],"results":[[1]');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  client = new WeirClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 3; times++) {
    collect();
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

test('closes a stream of results that receives nothing', async () => {
  const stream = client.results('alerts');
  await stream.opened;
  const next = stream.next();
  await collectGarbage();
  await stream.close();
  expect(await next).toEqual({ done: true, value: undefined });
});

test('a signal ends a stream of results that receives nothing', async () => {
  const abort = new AbortController();
  const stream = client.results('alerts', { signal: abort.signal });
  await stream.opened;
  const next = stream.next();
  await collectGarbage();
  abort.abort(new Error('over'));
  await expect(next).rejects.toThrow('over');
});

test('a signal ends a query whose rows do not arrive', async () => {
  const abort = new AbortController();
  const rows = client.query('MATCH (n) RETURN n', {}, { signal: abort.signal })[Symbol.asyncIterator]();
  expect(await rows.next()).toEqual({ done: false, value: { n: 1 } });
  const next = rows.next();
  await collectGarbage();
  abort.abort(new Error('over'));
  await expect(next).rejects.toThrow('over');
});
