/** HTTPS, with test certificates. */
import { request } from 'node:https';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { once } from 'node:events';
import { startWeir } from '../testing/start-weir.js';

const file = (name: string): string =>
  fileURLToPath(new URL(`../../src/testing/certificates/${name}`, import.meta.url));
const PEM = { 'webserver.tls.certificate': file('server.pem'), 'webserver.tls.key': file('server.key') };
const TLS = { 'webserver.use-tls': true, ...PEM };
const ca = readFileSync(file('ca.pem'));
const client = { cert: readFileSync(file('client.pem')), key: readFileSync(file('client.key')) };

function get(url: string, options: object = {}): Promise<number | string> {
  return new Promise(resolve => {
    request(url, { ca, ...options }, response => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });
}

test.each([
  ['a certificate and its key', TLS],
  [
    'a key store',
    {
      'webserver.use-tls': true,
      'webserver.tls.keystore': file('server.p12'),
      'webserver.tls.keystore-password': 'changeit',
    },
  ],
])('serves HTTPS and WebSockets with %s', async (_, settings) => {
  const service = await startWeir({ settings });
  try {
    expect(service.url).toMatch(/^https:/);
    expect(await get(`${service.url}/api/v1/admin/liveness`)).toBe(204);
    const socket = new WebSocket(
      `${service.url.replace('https', 'wss')}/api/v1/query/standing/none/results`,
      { ca },
    );
    const [refused] = (await once(socket, 'error')) as [Error];
    expect(refused.message).toContain('404');
    const config = await get(`${service.url}/api/v1/admin/config`, {
      headers: { connection: 'upgrade', upgrade: 'h2c' },
    });
    expect(config).toBe(200);
  } finally {
    await service.stop();
  }
});

test('requires client certificates, with a separate port for health checks', async () => {
  const service = await startWeir({
    settings: {
      ...TLS,
      'webserver.address': '0.0.0.0',
      'webserver.use-mtls.enabled': true,
      'webserver.use-mtls.trust-store.path': file('ca.pem'),
      'webserver.use-mtls.health-endpoints.enabled': true,
      'webserver.use-mtls.health-endpoints.port': 0,
    },
  });
  try {
    const url = `${service.url}/api/v1/query/standing`;
    expect(await get(url, client)).toBe(200);
    expect(await get(url)).toMatch(/ERR_SSL|ECONNRESET|EPIPE/);
    expect(service.lines.join('\n')).not.toContain('WARNING');
    const health = /Health endpoints available at (.*)/.exec(service.lines.join('\n'))![1]!;
    expect((await fetch(`${health}/api/v2/admin/liveness`)).status).toBeLessThan(300);
    expect((await fetch(`${health}/api/v1/query/standing`)).status).toBe(404);
  } finally {
    await service.stop();
  }
});

test.each<[string, object, RegExp]>([
  ['no files', { 'webserver.use-tls': true }, /needs webserver\.tls\.certificate and \.key/],
  ['a file that is not there', { ...TLS, 'webserver.tls.key': 'none.pem' }, /none\.pem cannot be read/],
  ['a key of another certificate', { ...TLS, 'webserver.tls.key': file('client.key') }, /cannot be used/],
  [
    'a password that is not right',
    { 'webserver.use-tls': true, 'webserver.tls.keystore': file('server.p12') },
    /cannot be used/,
  ],
  ['certificates of clients without TLS', { 'webserver.use-mtls.enabled': true }, /needs webserver\.use-tls/],
  [
    'authorities that are none',
    { ...TLS, 'webserver.use-mtls.enabled': true, 'webserver.use-mtls.trust-store.path': file('server.p12') },
    /contains no PEM certificates/,
  ],
])('fails at the start: %s', async (_, settings, message) => {
  await expect(startWeir({ settings })).rejects.toMatchObject({
    code: 'config.invalid',
    message: expect.stringMatching(message),
  });
});
