/** Tokens, roles, certificates and guards of Bolt. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import neo4j from 'neo4j-driver';
import { WebSocket } from 'ws';
import { startWeir, type TestWeir } from '../testing/start-weir.js';

const READ = 'a-token-that-may-look';
const WRITE = 'a-token-that-may-change';
const ADMIN = 'a-token-that-may-do-everything';

const file = (name: string): string =>
  fileURLToPath(new URL(`../../src/testing/certificates/${name}`, import.meta.url));

const TOKENS = {
  'webserver.access.read': [READ],
  'webserver.access.write': [WRITE],
  'webserver.access.admin': [ADMIN],
};

async function outcome(service: TestWeir, token: string, query: string): Promise<string> {
  const driver = neo4j.driver(service.weir.bolt!.url, neo4j.auth.basic('any', token));
  try {
    await driver.executeQuery(query);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await driver.close();
  }
}

test('requires a token and enforces its role', async () => {
  const service = await startWeir({ settings: { 'bolt.port': 0, ...TOKENS } });
  const READING = 'MATCH (n) RETURN count(n)';
  const WRITING = 'CREATE (n)';
  const ADMINISTERING = 'UNWIND [1] AS i CALL debug.sleep(idFrom(i)) RETURN i';
  const FORBIDDEN = 'Neo.ClientError.Security.Forbidden';
  for (const [token, ...expected] of [
    ['not a token of ours', ...Array<string>(3).fill('Neo.ClientError.Security.Unauthorized')],
    [READ, 'allowed', FORBIDDEN, FORBIDDEN],
    [WRITE, 'allowed', 'allowed', FORBIDDEN],
    [ADMIN, 'allowed', 'allowed', 'allowed'],
  ] as const) {
    const actual = [];
    for (const query of [READING, WRITING, ADMINISTERING]) actual.push(await outcome(service, token, query));
    expect(actual).toEqual(expected);
  }
  const bearer = neo4j.driver(service.weir.bolt!.url, neo4j.auth.bearer(READ));
  await bearer.executeQuery(READING);
  await bearer.close();
  const anonymous = neo4j.driver(service.weir.bolt!.url);
  await expect(anonymous.executeQuery('RETURN 1')).rejects.toMatchObject({
    code: 'Neo.ClientError.Security.Unauthorized',
  });
  await anonymous.close();
  await service.stop();
});

test('serves TLS with the certificate of the web server', async () => {
  const service = await startWeir({
    settings: {
      'bolt.port': 0,
      'webserver.use-tls': true,
      'webserver.tls.certificate': file('server.pem'),
      'webserver.tls.key': file('server.key'),
    },
  });
  const { port } = new URL(service.weir.bolt!.url.replace('bolt+s', 'http'));
  const driver = neo4j.driver(`bolt://127.0.0.1:${port}`, neo4j.auth.basic('any', ''), {
    encrypted: 'ENCRYPTION_ON',
    trust: 'TRUST_CUSTOM_CA_SIGNED_CERTIFICATES',
    trustedCertificates: [file('ca.pem')],
  });
  expect((await driver.executeQuery('RETURN 1')).summary.server.protocolVersion).toMatchObject({ major: 5 });
  await driver.close();
  const plain = neo4j.driver(`bolt://127.0.0.1:${port}`, undefined, {
    maxTransactionRetryTime: 0,
  });
  await expect(plain.executeQuery('RETURN 1')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  await plain.close();
  const socket = new WebSocket(`wss://127.0.0.1:${port}`, { ca: readFileSync(file('ca.pem')) });
  await once(socket, 'open');
  socket.close();
  await service.stop();
});

test.each<[string, Record<string, string>, boolean]>([
  ['of a program', {}, true],
  ['of a page of another site', { origin: 'https://elsewhere.example' }, false],
  ['of a page that is allowed', { origin: 'https://tool.example' }, true],
  ['for a name that another site made up', { host: 'elsewhere.example' }, false],
])('accepts a WebSocket %s: %#', async (_, headers, isAccepted) => {
  const service = await startWeir({
    settings: { 'bolt.port': 0, 'webserver.allowed-origins': ['https://tool.example'] },
  });
  const socket = new WebSocket(service.weir.bolt!.url.replace('bolt', 'ws'), { headers });
  const answer = await Promise.race([
    once(socket, 'open').then(() => 'open'),
    new Promise(resolve => socket.once('error', ({ message }: Error) => resolve(message))),
  ]);
  expect(answer).toBe(isAccepted ? 'open' : 'Unexpected server response: 403');
  socket.terminate();
  await service.stop();
});

test('warns about listening on all networks without tokens', async () => {
  const everywhere = { 'bolt.port': 0, 'bolt.host': '0.0.0.0' };
  const open = await startWeir({ settings: everywhere });
  await open.stop();
  expect(open.lines.join('\n')).toContain('WARNING: every client that can reach this machine');
  const guarded = await startWeir({ settings: { ...everywhere, ...TOKENS } });
  await guarded.stop();
  expect(guarded.lines.join('\n')).not.toContain('WARNING');
});

test('fails to start on a port in use', async () => {
  const first = await startWeir({ settings: { 'bolt.port': 0 } });
  const port = Number(new URL(first.weir.bolt!.url.replace('bolt', 'http')).port);
  await expect(startWeir({ settings: { 'bolt.port': port } })).rejects.toMatchObject({
    code: 'gateway.port-in-use',
  });
  await first.stop();
});
