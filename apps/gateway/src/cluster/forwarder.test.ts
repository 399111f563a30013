/** Forwards requests between real servers on this machine. */
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as send,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@weir/platform/testing';
import { WebSocketUpgrades } from '../sockets/web-socket-upgrades.js';
import { Forwarder } from './forwarder.js';

const MANY = 30;
/** Connections to this address always fail, even if something listens. */
const UNREACHABLE = 'http://255.255.255.255:9';

let forwarder: Forwarder;
const servers = new Set<Server>();

const certificate = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../src/testing/certificates/${name}`, import.meta.url)));

/** With a certificate for `localhost` and 127.0.0.1. */
async function serveSecurely(listener: RequestListener): Promise<{ readonly port: number }> {
  const files = { cert: certificate('server.pem'), key: certificate('server.key') };
  const server = createTlsServer(files, listener).listen(0);
  servers.add(server);
  await once(server, 'listening');
  return server.address() as AddressInfo;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.add(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function unusedAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** A server that handles its requests with the given function, one after the other. */
function front(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  return serve((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
}

async function ask(address: string, method: string, body?: string, agent?: Agent) {
  const headers = body === undefined ? {} : { 'content-length': body.length };
  const request = send(new URL(address), { method, headers, ...(agent === undefined ? {} : { agent }) });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, code: answer.headers['weir-error-code'], text: await text(answer) };
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  void text(request).then(body => response.end(`${request.method} ${body}`));
}

beforeEach(() => {
  forwarder = new Forwarder(new WebSocketUpgrades(), 'here');
});
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    if (server.listening) await new Promise(resolve => server.close(resolve));
  }
  servers.clear();
});

describe('a request that is retried until a server responds', () => {
  test('leaves no listeners on the response', async () => {
    const unreachable = await unusedAddress();
    const there = await serve(echo);
    const listeners: number[] = [];
    const address = await front(async (request, response) => {
      for (let k = 0; k < MANY; k++) {
        expect(await forwarder.forward(unreachable, request, response)).toBe(false);
        listeners.push(response.listenerCount('close'));
      }
      expect(await forwarder.forward(there, request, response)).toBe(true);
    });
    expect(await ask(address, 'POST', 'a body')).toMatchObject({ status: 200, text: 'POST a body' });
    expect(new Set(listeners).size).toBe(1);
  });

  test.each([
    ['POST', 'a body'],
    ['POST', undefined],
    ['GET', undefined],
  ])('%s, body %s: goes to the next server when no connection was established', async (method, body) => {
    const there = await serve(echo);
    const address = await front(async (request, response) => {
      expect(await forwarder.forward(UNREACHABLE, request, response)).toBe(false);
      await forwarder.forward(there, request, response);
    });
    expect(await ask(address, method, body)).toMatchObject({ status: 200, text: `${method} ${body ?? ''}` });
  });

  test.each([
    ['GET', undefined, true],
    ['GET', 'a body', false],
    ['POST', 'a body', false],
    ['POST', undefined, false],
  ])('%s, body %s, whose connection broke: is retried %s', async (method, body, goesAgain) => {
    const breaking = await serve(request => void text(request).then(() => request.socket.destroy()));
    const there = await serve(echo);
    const address = await front(async (request, response) => {
      if (!(await forwarder.forward(breaking, request, response)))
        await forwarder.forward(there, request, response);
    });
    expect(await ask(address, method, body)).toMatchObject(
      goesAgain ? { status: 200, text: `${method} ` } : { status: 503, code: 'graph.worker-lost' },
    );
  });
});

test('many requests over one connection leave no listeners at either end', async () => {
  const sockets = new Set<Socket>();
  const counts: number[][] = [];
  const there = await serve((request, response) => {
    sockets.add(request.socket);
    counts.push([request.socket.listenerCount('close')]);
    echo(request, response);
  });
  const address = await front(async (request, response) => {
    sockets.add(request.socket);
    await forwarder.forward(there, request, response);
    counts.at(-1)!.push(request.socket.listenerCount('close'), response.listenerCount('close'));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let k = 0; k < MANY; k++)
      expect((await ask(address, 'POST', 'a body', agent)).text).toBe('POST a body');
  } finally {
    agent.destroy();
  }
  expect(sockets.size).toBe(2);
  const [, second] = counts;
  for (const count of counts.slice(1)) expect(count).toEqual(second);
});

describe('over TLS', () => {
  test('sends requests and bodies to a server with a certificate of a trusted authority', async () => {
    forwarder = new Forwarder(new WebSocketUpgrades(), 'here', certificate('ca.pem'));
    const { port } = await serveSecurely(echo);
    let host = 'localhost';
    const address = await front(async (request, response) => {
      // The name by which the client addresses this process does not matter.
      request.headers.host = 'weir.example';
      expect(await forwarder.forward(`https://${host}:${port}`, request, response)).toBe(true);
    });
    for (host of ['localhost', '127.0.0.1'])
      for (const method of ['GET', 'POST', 'POST'])
        expect(await ask(address, method, 'a body')).toMatchObject({ status: 200, text: `${method} a body` });
  });

  test.each([
    ['from others', undefined, 'localhost'],
    ['of another name', certificate('ca.pem'), '127.0.0.2'],
  ])(
    'sends nothing to a server whose certificate is %s; the next server gets the whole request',
    async (_, trusted, host) => {
      forwarder = new Forwarder(new WebSocketUpgrades(), 'here', trusted);
      let asked = 0;
      const { port } = await serveSecurely((_request, response) => response.end(String(++asked)));
      const there = await serve(echo);
      const address = await front(async (request, response) => {
        expect(await forwarder.forward(`https://${host}:${port}`, request, response)).toBe(false);
        await forwarder.forward(there, request, response);
      });
      expect(await ask(address, 'POST', 'a body')).toMatchObject({ status: 200, text: 'POST a body' });
      expect(asked).toBe(0);
    },
  );
});
