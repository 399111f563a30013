/** Tokens of a provider, which here is a server of the test. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { IdentityProvider } from './identity-provider.js';

let server: Server;
let issuer: string;
let key: CryptoKey;
let otherKey: CryptoKey;
let isUp = true;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  key = pair.privateKey;
  otherKey = (await generateKeyPair('RS256')).privateKey;
  const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256' }] };
  server = createServer((request, response) => {
    if (!isUp) return void response.writeHead(500).end();
    const isKeys = request.url === '/keys';
    response.end(JSON.stringify(isKeys ? keys : { issuer, jwks_uri: `${issuer}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

interface Claims {
  readonly payload?: Record<string, unknown>;
  readonly of?: string;
  readonly audience?: string;
  readonly expires?: string;
  readonly by?: CryptoKey;
}

function token({
  payload = { roles: ['write'] },
  of = issuer,
  audience = 'weir',
  expires = '1h',
  by = key,
}: Claims = {}) {
  const jwt = new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(of)
    .setAudience(audience);
  return (expires === '' ? jwt : jwt.setExpirationTime(expires)).sign(by);
}

const provider = (roleClaim = 'roles') => new IdentityProvider({ issuer, audience: 'weir', roleClaim });

test.each<[string, string, Record<string, unknown>, string | undefined]>([
  ['a list', 'roles', { roles: ['read', 'other'] }, 'read'],
  ['the highest', 'roles', { roles: ['read', 'admin', 'write'] }, 'admin'],
  ['with a prefix', 'roles', { roles: ['weir:write'] }, 'write'],
  ['words', 'scope', { scope: 'openid weir:read' }, 'read'],
  ['inside', 'realm_access.roles', { realm_access: { roles: ['admin'] } }, 'admin'],
  ['a name with dots', 'https://x.example/roles', { 'https://x.example/roles': ['read'] }, 'read'],
  ['none of ours', 'roles', { roles: ['root', 'administrator', 7] }, undefined],
  ['none', 'roles', {}, undefined],
  ['no claim of the object itself', 'constructor.name', {}, undefined],
])('roles: %s', async (_, claim, payload, role) => {
  expect(await provider(claim).roleOf(await token({ payload }))).toBe(role);
});

test.each<[string, Claims]>([
  ['of another issuer', { of: 'https://elsewhere.example' }],
  ['for another service', { audience: 'other' }],
  ['that is over', { expires: '-1s' }],
  ['that never ends', { expires: '' }],
])('a token %s is none', async (_, claims) => {
  expect(await provider().roleOf(await token(claims))).toBeUndefined();
});

test('a token that is not signed, or by somebody else, is none', async () => {
  expect(await provider().roleOf(await token({ by: otherKey }))).toBeUndefined();
  const [, payload] = (await token()).split('.');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  expect(await provider().roleOf(`${unsigned}.${payload}.x`)).toBeUndefined();
  expect(await provider().roleOf('a.b.c')).toBeUndefined();
});

test('while the provider does not answer nobody can be told, and later they can', async () => {
  const asked = provider();
  isUp = false;
  await expect(asked.roleOf(await token())).rejects.toMatchObject({ code: 'access.unavailable' });
  isUp = true;
  expect(await asked.roleOf(await token())).toBe('write');
});
