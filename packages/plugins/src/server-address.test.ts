import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { ServerAddress } from './server-address.js';

const SCHEMES = { redis: { port: 6379, isSecure: false }, rediss: { port: 6380, isSecure: true } };

function addressOf(url: string, rules = {}): ServerAddress {
  const outgoing = new OutgoingPolicy({ ...OPEN_RULES, ...rules });
  return ServerAddress.of(url, { schemes: SCHEMES, code: 'ingest.invalid', outgoing });
}

test.each([
  ['redis://localhost', { host: 'localhost', port: 6379, isSecure: false, path: '', text: 'localhost:6379' }],
  ['rediss://example.com:7000/1', { host: 'example.com', port: 7000, isSecure: true, path: '1' }],
  ['redis://[::1]/a%2Fb', { host: '::1', port: 6379, path: 'a/b', text: '[::1]:6379' }],
  ['redis://localhost/100%', { path: '100%' }],
])('reads %s', (url, expected) => {
  expect(addressOf(url)).toMatchObject(expected);
});

test.each([
  ['localhost:6379', 'Invalid url: it is not an address such as redis://localhost:6379'],
  ['http://localhost', 'Invalid url: it is not an address such as redis://localhost:6379'],
  ['redis:///1', 'Invalid url: it is not an address such as redis://localhost:6379'],
  [
    'redis://:hush@localhost',
    'Invalid url: it contains a login. Use the fields username and password instead',
  ],
  ['redis://localhost?db=1', "Invalid url: it contains '?db=1'. Remove everything after the path"],
  [
    'redis://192.0.2.1',
    'Invalid url: 192.0.2.1 is not an allowed destination (settings outgoing.allow, outgoing.deny)',
  ],
])('rejects %s', (url, message) => {
  const rejected = expect.objectContaining({ code: 'ingest.invalid', message });
  expect(() => addressOf(url, { deny: ['192.0.2.0/24'] })).toThrow(rejected as never);
});

test('checks what a name resolves to when it connects', async () => {
  const server = createServer(socket => socket.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `redis://localhost:${(server.address() as AddressInfo).port}`;
  const [data] = (await once(addressOf(url).connect(), 'data')) as [Buffer];
  expect(String(data)).toBe('hello');
  const denied = addressOf(url, { deny: ['127.0.0.0/8', '::1'] }).connect();
  const [error] = (await once(denied, 'error')) as [Error];
  expect(error.message).toContain('is not an allowed destination');
  server.close();
});
