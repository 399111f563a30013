/** Tokens of an identity provider, which is a server of the test. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { IdentityProvider } from './identity-provider.js';
import { UNKNOWN_TOKEN } from './unknown-token.js';

let server: Server;
let issuer: string;
let key: CryptoKey;
let otherKey: CryptoKey;
let outage: { readonly where: string; readonly answer: 'error' | 'page' } | undefined;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  key = pair.privateKey;
  otherKey = (await generateKeyPair('RS256')).privateKey;
  const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256' }] };
  server = createServer((request, response) => {
    if (outage !== undefined && request.url!.endsWith(outage.where)) {
      return void response.writeHead(outage.answer === 'error' ? 500 : 200).end('<html>');
    }
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

test.each<[string, string, Record<string, unknown>, string]>([
  ['a list', 'roles', { roles: ['read', 'other'] }, 'read'],
  ['the highest', 'roles', { roles: ['read', 'admin', 'write'] }, 'admin'],
  ['with a prefix', 'roles', { roles: ['weir:write'] }, 'write'],
  ['words', 'scope', { scope: 'openid weir:read' }, 'read'],
  ['inside', 'realm_access.roles', { realm_access: { roles: ['admin'] } }, 'admin'],
  ['a name with dots', 'https://x.example/roles', { 'https://x.example/roles': ['read'] }, 'read'],
])('roles: %s', async (_, claim, payload, role) => {
  expect(await provider(claim).roleOf(await token({ payload }))).toBe(role);
});

test.each<[string, string, Record<string, unknown>]>([
  ['none of ours', 'roles', { roles: ['root', 'administrator', 7] }],
  ['none', 'roles', {}],
  ['no claim of the object itself', 'constructor.name', {}],
])('reports where roles are expected if a valid token gives none: %s', async (_, claim, payload) => {
  await expect(provider(claim).roleOf(await token({ payload }))).rejects.toMatchObject({
    code: 'access.denied',
    message: expect.stringContaining(claim) as unknown,
  });
});

test.each<[string, Claims, string]>([
  ['of another issuer', { of: 'https://elsewhere.example' }, 'unknown or no longer valid'],
  ['for another service', { audience: 'other' }, 'audience'],
  ['that is over', { expires: '-1s' }, 'expired'],
  ['that never ends', { expires: '' }, 'has no expiry time'],
  ['that is not good yet', { payload: { roles: ['write'], nbf: 4_000_000_000 } }, 'not valid yet'],
])('rejects a token %s', async (_, claims, why) => {
  await expect(provider().roleOf(await token(claims))).rejects.toMatchObject({
    code: 'access.unknown',
    message: expect.stringContaining(why) as unknown,
  });
});

test('rejects an unsigned or foreign token without giving details', async () => {
  const [, payload] = (await token()).split('.');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  const late = await token({ by: otherKey, expires: '-1s' });
  for (const forged of [await token({ by: otherKey }), late, `${unsigned}.${payload}.x`, 'a.b.c']) {
    await expect(provider().roleOf(forged)).rejects.toMatchObject({
      code: 'access.unknown',
      message: UNKNOWN_TOKEN,
    });
  }
});

test.each([
  ['where it says what it is', ''],
  ['where its keys are', '/keys'],
])('while the provider does not answer, %s, tokens cannot be verified; later they can', async (_, where) => {
  const asked = provider();
  for (const answer of ['error', 'page'] as const) {
    outage = { where, answer };
    await expect(asked.roleOf(await token())).rejects.toMatchObject({ code: 'access.unavailable' });
  }
  outage = undefined;
  expect(await asked.roleOf(await token())).toBe('write');
});
