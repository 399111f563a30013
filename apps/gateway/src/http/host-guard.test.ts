import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { clientOfService } from '../testing/client-of-service.js';
import { hostGuard, isLoopback, type HostGuardOptions } from './host-guard.js';

interface Received {
  readonly status: number;
  readonly code: unknown;
}

/** `fetch` does not let its caller set the host. */
async function ask(port: number, host: string, path = '/'): Promise<Received> {
  const sent = request({ host: '127.0.0.1', port, path, headers: { host } });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode!, code: response.headers['weir-error-code'] };
}

const LOCAL: HostGuardOptions = { isLocal: true, allowedHosts: [] };
const PUBLIC: HostGuardOptions = { isLocal: false, allowedHosts: [] };
const OWN_NAMES = [
  'localhost',
  'LOCALHOST:8080',
  'localhost.:80',
  'weir.localhost',
  '127.0.0.1:1',
  '127.9.9.9',
  '[::1]:8080',
  '[::1]',
];
const OTHERS = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '192.168.0.7',
  '0.0.0.0',
  '[::]:80',
  'localhost:x',
];

test.each<[what: string, options: HostGuardOptions, taken: readonly string[], refused: readonly string[]]>([
  ['a local address', LOCAL, OWN_NAMES, OTHERS],
  [
    'a local address with a name',
    { ...LOCAL, allowedHosts: ['weir.example'] },
    [...OWN_NAMES, 'Weir.Example:80'],
    OTHERS,
  ],
  [
    'a local address that links name otherwise',
    { ...LOCAL, advertisedHost: 'weir.example' },
    ['weir.example'],
    OTHERS,
  ],
  ['a local address for all', { ...LOCAL, allowedHosts: ['*'] }, [...OWN_NAMES, ...OTHERS], []],
  ['a public address', PUBLIC, [...OWN_NAMES, ...OTHERS], []],
  [
    'a public address that links name',
    { ...PUBLIC, advertisedHost: 'weir.example' },
    [...OWN_NAMES, ...OTHERS],
    [],
  ],
  [
    'a public address with a name',
    { ...PUBLIC, allowedHosts: ['10.0.0.1'] },
    [...OWN_NAMES, '10.0.0.1:80'],
    OTHERS,
  ],
])('%s', async (_what, options, taken, refused) => {
  const app = express();
  app.use(hostGuard(options), (_request, response) => void response.status(200).end());
  app.use((error: { code: string }, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(403).setHeader('Weir-Error-Code', error.code).end();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const passed: string[] = [];
  for (const host of [...taken, ...refused]) {
    const { status, code } = await ask(port, host);
    if (status === 200) passed.push(host);
    else expect(code).toBe('request.forbidden');
  }
  expect(passed).toEqual(taken);
  server.close();
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
])('%s is local: %s', (address, isLocal) => {
  expect(isLoopback(address)).toBe(isLocal);
});

describe('a gateway with default settings', () => {
  const client = clientOfService();
  test.each(['/', '/api/v1/admin/metrics', '/api/v2/system/metrics', '/api/v1/ingest/'])(
    'answers no request for %s to a foreign host name',
    async path => {
      const port = Number(new URL(client.service.url).port);
      expect(await ask(port, 'evil.example', path)).toEqual({ status: 403, code: 'request.forbidden' });
      expect((await ask(port, `localhost:${port}`, path)).status).not.toBe(403);
    },
  );
});
