import { getEventListeners } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment, until } from '@weir/platform/testing';
import { Endpoint } from '@weir/formats/testing';
import { HttpPoster } from './http-poster.js';

let endpoint: Endpoint;
beforeEach(async () => (endpoint = await Endpoint.start()));
afterEach(() => endpoint.stop());

test('many concurrent retried posts cause no leak warning and leave no listeners on their abort signal', async () => {
  const AT_ONCE = 40;
  const warnings: string[] = [];
  const warned = ({ name }: Error): number => warnings.push(name);
  process.on('warning', warned);
  try {
    const environment = new TestEnvironment();
    const outgoing = new OutgoingPolicy(OPEN_RULES);
    const poster = new HttpPoster({
      url: endpoint.url,
      headers: {},
      parallelism: AT_ONCE,
      scheduler: environment.scheduler,
      outgoing,
    });
    const { signal } = (poster as unknown as { closing: AbortController }).closing;
    endpoint.answer = () => 503;
    const posts = Array.from({ length: AT_ONCE }, () => poster.post('{}'));
    await until(() => environment.timersWaiting === AT_ONCE);
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(2 * AT_ONCE);
    let answer: (status: number) => void = () => undefined;
    const answered = new Promise<number>(resolve => (answer = resolve));
    endpoint.answer = () => answered;
    environment.advance(1_000);
    await until(() => endpoint.atOnce === AT_ONCE);
    answer(200);
    expect(await Promise.all(posts)).toEqual(Array.from({ length: AT_ONCE }, () => undefined));
    await until(() => getEventListeners(signal, 'abort').length === 0);
    expect(warnings).toEqual([]);
    await poster.close();
  } finally {
    process.off('warning', warned);
  }
});

describe('a response whose body does not end properly', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx';

  async function posted(answer: (socket: Socket) => void) {
    let requests = 0;
    const sockets = new Set<Socket>();
    const server = createServer(socket => {
      sockets.add(socket.on('error', () => undefined));
      socket.on('data', () => {
        requests++;
        answer(socket);
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const environment = new TestEnvironment();
    const poster = new HttpPoster({
      ...{ url: `http://127.0.0.1:${port}/`, headers: {}, parallelism: 1 },
      ...{ scheduler: environment.scheduler, outgoing: new OutgoingPolicy(OPEN_RULES) },
    });
    const post = poster.post('{}');
    const close = async (): Promise<void> => {
      await poster.close();
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    };
    return { post, environment, close, requests: () => requests };
  }

  test('if it breaks off, the post has arrived and is not repeated', async () => {
    const { post, close, requests } = await posted(socket => socket.end(HEAD));
    expect(await post).toBeUndefined();
    expect(requests()).toBe(1);
    await close();
  });

  test('if it never ends, the post counts as arrived after a while', async () => {
    const { post, environment, close, requests } = await posted(socket => socket.write(HEAD));
    await until(() => environment.timersWaiting === 1);
    environment.advance(30_000);
    expect(await post).toBeUndefined();
    expect(requests()).toBe(1);
    await close();
  });
});
